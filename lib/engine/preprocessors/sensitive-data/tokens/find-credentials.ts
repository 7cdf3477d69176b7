import { WORD_START } from '@/lib/engine/preprocessors/sensitive-data/characters';
import type { Span } from '@/lib/engine/preprocessors/sensitive-data/finding';
import { isPlaceholder, isRandom } from './secret-value';

/** Longer names of users and hosts aren't searched for a password. */
const LONGEST_USER_INFO = 1_000;

const bearer = new RegExp(`${WORD_START}Bearer(?: |%20|\\+|: ?){1,3}([A-Za-z0-9._~+/-]{8,}={0,2})`, 'gi');
const basic = new RegExp(`${WORD_START}Basic {1,3}([A-Za-z0-9+/]{8,}={0,2})`, 'gi');
const jwt = /(?<![\w.-])eyJ[\w-]{8,}\.[\w-]{2,}\.(?:[\w-]*\.[\w-]+\.)?[\w-]*/g;
const userOption =
  /(?<=\s)(?:-u|--user|--proxy-user)[ =]{0,4}["']?[^\s:"'$<>]{0,80}["']?:(?!\/\/)["']?([^\s"'<>]{3,200})/g;
/** Names in their place: `user:password`. */
const nameOfPassword = /^(?:pass(?:wor[dt]|wd)?|pw|token|secret|(?:api)?key)$/i;

/** Finds what proves an identity in a request: bearer tokens, basic credentials, JWTs, and passwords in URLs. */
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
