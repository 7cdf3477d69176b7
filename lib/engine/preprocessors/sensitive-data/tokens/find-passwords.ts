import { type Span, WORD_START } from '@/lib/engine/preprocessors/sensitive-data/finding';
import { isExpression, isPassword, isPlaceholder, isRandom, nameOfSecret } from './secret-value';

/** Longer names of users and hosts aren't searched for a password. */
const LONGEST_USER_INFO = 1_000;

const bearer = new RegExp(`${WORD_START}Bearer(?: |%20|\\+|: ?){1,3}([A-Za-z0-9._~+/-]{8,}={0,2})`, 'gi');
const basic = new RegExp(`${WORD_START}Basic {1,3}([A-Za-z0-9+/]{8,}={0,2})`, 'gi');
const jwt = /(?<![\w.-])eyJ[\w-]{8,}\.[\w-]{2,}\.(?:[\w-]*\.[\w-]+\.)?[\w-]*/g;
const userOption =
  /(?<=\s)(?:-u|--user|--proxy-user)[ =]{0,4}["']?[^\s:"'$<>]{0,80}["']?:(?!\/\/)["']?([^\s"'<>]{3,200})/g;
/** Words that name a password instead of being one: `user:password`. */
const nameOfPassword = /^(?:pass(?:wor[dt]|wd)?|pw|token|secret|(?:api)?key)$/i;

/** Finds credentials of requests: bearer tokens, basic credentials, JWTs, and passwords in URLs. */
export function findCredentials(text: string): Span[] {
  return [
    ...groupsOf(text, bearer, (token) => isRandom(token) && token.length >= 12),
    ...groupsOf(text, basic, isUserAndPassword),
    ...groupsOf(text, jwt, () => true),
    ...groupsOf(text, userOption, (password) => !isPlaceholder(password) && !nameOfPassword.test(password)),
    ...passwordsOfUrls(text),
  ];
}

/** The last group of each match, or the whole match if it has none, that is a secret. */
function groupsOf(text: string, pattern: RegExp, isSecret: (value: string) => boolean): Span[] {
  const found: Span[] = [];
  for (const match of text.matchAll(pattern)) {
    const value = (match[1] ?? match[0]).replace(/\.+$/, '');
    const start = match.index + match[0].length - (match[1] ?? match[0]).length;
    if (isSecret(value)) found.push({ start, end: start + value.length });
  }
  return found;
}

function isUserAndPassword(encoded: string): boolean {
  return /^[\x20-\x7e]*:[\x20-\x7e]+$/.test(Buffer.from(encoded, 'base64').toString('latin1'));
}

/** The password in `scheme://user:password@host`. */
function passwordsOfUrls(text: string): Span[] {
  const found: Span[] = [];
  for (let at = text.indexOf('://'); at >= 0; at = text.indexOf('://', at + 3)) {
    const authority = /^[^\s/"'`<>\\]*/.exec(text.slice(at + 3, at + 3 + LONGEST_USER_INFO))?.[0] ?? '';
    const host = authority.lastIndexOf('@');
    const colon = authority.indexOf(':');
    if (colon < 0 || host <= colon + 1) continue;
    const password = authority.slice(colon + 1, host);
    if (/^(?:\$|\{|%\(|%[sv]$|\[)|\*{3}|x{4}|^\.+$|…/i.test(password)) continue;
    found.push({ start: at + 3 + colon + 1, end: at + 3 + host });
  }
  return found;
}

/**
 * Commands that take a password by a short flag, and whether its value may be the next word. For other commands, `-p`
 * may be a port, a path, or a project.
 */
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
/** A word of a command line, with the quotes in and around it; a sign that ends the command isn't a word. */
const word = /[ \t]+(?![|&;])((?:[^\s"'`|;]|"[^"\n]{0,200}"|'[^'\n]{0,200}'){1,300})/y;
const MOST_WORDS = 40;
const LEAST_BY_FLAG = 3;

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
      if (isNext) addWord(found, given, start);
      else if (given.startsWith(flag) && given.length > flag.length)
        addWord(found, given.slice(flag.length), start + flag.length);
      isNext = place === 'either' && given === flag;
    }
  }
  return found;
}

/** Adds the value of a word of a command line, without its quotes. */
function addWord(found: Span[], given: string, start: number): void {
  const quoted = /^(["'])(.*)\1$/s.exec(given)?.[2];
  const value = quoted ?? given;
  const isName = /^-|^(?:your|my)?[-_]?pass(?:word|wd)?$|^(?:string|port|path)$/i.test(value);
  if (value.length < LEAST_BY_FLAG || isName || isPlaceholder(value)) return;
  const from = start + (quoted === undefined ? 0 : 1);
  found.push({ start: from, end: from + value.length });
}

const passwordWord =
  'password|passwd|pwd|pw|passphrase|passcode|passwort|kennwort|mot de passe|contraseña|clave|senha|palavra-passe|parola|token|api key';
const spoken = new RegExp(
  `(?:(?<![\\p{L}\\p{N}_])(?:${passwordWord})(?: [\\p{L}-]{1,14}){0,4}?(?: (?:is|was|lautet|ist|war|est|était|es|era|è|é|to|auf|are):? | ?: )|パスワード[はが]? ?)(?:[„“"'\`「『]|«[ \u00a0\u202f]?)?([^\\s"'“”„»\`」』|(){}[\\]\\\\<>]{6,80})`,
  'giu',
);
/** Statements and commands that take a password without naming it. */
const commanded =
  /(?<![\w-])(?:password|ConvertTo-SecureString(?: -String)?|requirepass) ["']([^\s"']{6,80})["']/gi;
/** SQL's clause for a user: the password is in its quotes. */
const identified = /(?<![\w-])identified by ["']([^\s"']{3,80})["']/gi;
/** The line of a `.netrc` file. */
const netrc = /(?<![\w-])login \S{1,80}\s{1,8}password (\S{4,80})/g;
/** `the password you sent me ("…")`. */
const spokenQuoted = new RegExp(
  `(?<![\\p{L}\\p{N}_])(?:${passwordWord})(?: [\\p{L}'’-]{1,14}){1,6},? \\(?["“„«]([^\\s"“”„»]{8,80})["”“»]`,
  'giu',
);

/**
 * A password that a command takes by its place: openssl's `pass:…`, htpasswd's last word, a value of a configuration.
 */
const placed =
  /(?<![\w-])(?:-pass(?:in|out)? pass:|htpasswd (?:-[a-zA-Z]{1,6} ){1,3}\S{1,80} \S{1,80} |configure set [\w.-]{0,60}(?:secret|token|password)[\w.-]{0,20} )["']?([^\s"']{6,200})/gi;

/** Finds passwords in sentences, and in statements and commands without an assignment. */
export function findPasswordsInProse(text: string): Span[] {
  return [
    ...[spoken, spokenQuoted, commanded, placed, netrc].flatMap((pattern) =>
      passwordsAfter(text, pattern, isPasswordInProse),
    ),
    ...passwordsAfter(text, identified, (value) => !isPlaceholder(value) && !nameOfSecret.test(value)),
  ];
}

/** Sentences contain `the password is required` too, so a password needs a digit or a sign. */
const isPasswordInProse = (value: string, next: string | undefined): boolean =>
  isPassword(value) && /\d|[^\p{L}\p{N}.'’-]/u.test(value) && !isExpression(value, next);

function passwordsAfter(
  text: string,
  pattern: RegExp,
  isSecret: (value: string, next: string | undefined) => boolean,
): Span[] {
  const found: Span[] = [];
  for (const { index, 0: whole, 1: match = '' } of text.matchAll(pattern)) {
    const value = match.replace(/[.,;:?)。、]+$/, '');
    const start = index + whole.lastIndexOf(match);
    const end = start + value.length;
    if (isSecret(value, text[end])) found.push({ start, end });
  }
  return found;
}
