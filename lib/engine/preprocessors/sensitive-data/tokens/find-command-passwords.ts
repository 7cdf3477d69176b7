import type { Span } from '@/lib/engine/preprocessors/sensitive-data/finding';
import { isPlaceholder } from './secret-value';

/** Commands that take a password by a short flag, and whether its value may be the next word: `-p` alone may be a port, a path, or a project. */
const flagsOf: [commands: RegExp, flag: string, value: 'attached' | 'either'][] = [
  [
    /mysql(?:dump|admin|import|show|check|binlog|pump|slap)?|mariadb(?:-dump|-admin|-import|-show)?/,
    '-p',
    'attached',
  ],
  [/7za?|7zr/, '-p', 'attached'],
  [/sshpass/, '-p', 'either'],
  [
    /(?:docker|podman|buildah|skopeo|nerdctl|helm registry|oras|az|oc|cf|ibmcloud|argocd) login/,
    '-p',
    'either',
  ],
  [/mongo(?:sh|dump|restore|export|import|stat|top)?/, '-p', 'either'],
  [/redis-cli|valkey-cli/, '-a', 'either'],
  [/ldap(?:search|add|modify|delete|whoami|passwd|compare)/, '-w', 'either'],
  [/unzip|zip|sqlcmd|bcp|osql|isql/, '-P', 'either'],
];
const command = new RegExp(
  `(?<![\\w.-])(?:${flagsOf.map(([names]) => `(${names.source})`).join('|')})(?:\\.exe)?(?=[ \\t])`,
  'g',
);
/** A word of a command line, with the quotes in and around it; a sign that ends the command is none. */
const word = /[ \t]+(?![|&;])((?:[^\s"'`|;]|"[^"\n]{0,200}"|'[^'\n]{0,200}'){1,300})/y;
const MOST_WORDS = 40;
const LEAST = 3;

/** Finds passwords that a command takes by a flag of one letter. */
export function findCommandPasswords(text: string): Span[] {
  const found: Span[] = [];
  command.lastIndex = 0;
  for (let match = command.exec(text); match; match = command.exec(text)) {
    const index = match.slice(1).findIndex((name) => name !== undefined);
    const [, flag, place] = flagsOf[index] as (typeof flagsOf)[number];
    let isNext = false;
    for (let count = 0; count < MOST_WORDS; count += 1) {
      word.lastIndex = command.lastIndex;
      const given = word.exec(text)?.[1];
      if (given === undefined) break;
      command.lastIndex = word.lastIndex;
      const start = word.lastIndex - given.length;
      if (isNext) add(found, given, start);
      else if (given.startsWith(flag) && given.length > flag.length)
        add(found, given.slice(flag.length), start + flag.length);
      isNext = place === 'either' && given === flag;
    }
  }
  return found;
}

/** Adds what a word of a command line says, without its quotes. */
function add(found: Span[], given: string, start: number): void {
  const quoted = /^(["'])(.*)\1$/s.exec(given)?.[2];
  const value = quoted ?? given;
  const isName = /^-|^(?:your|my)?[-_]?pass(?:word|wd)?$|^(?:string|port|path)$/i.test(value);
  if (value.length < LEAST || isName || isPlaceholder(value)) return;
  const from = start + (quoted === undefined ? 0 : 1);
  found.push({ start: from, end: from + value.length });
}
