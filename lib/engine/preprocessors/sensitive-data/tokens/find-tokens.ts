import type { Span } from '@/lib/engine/preprocessors/sensitive-data/finding';
import { findAssignedSecrets } from './find-assigned-secrets';
import { findCommandPasswords, findCredentials, findPasswordsInProse } from './find-passwords';
import { findProviderKeys } from './find-provider-keys';
import { kindOfName } from './secret-names';
import { isPlaceholder, isRandom } from './secret-value';

/**
 * Finds private keys, keys of known providers, credentials of requests and URLs, and cookies. Also finds secrets that
 * are assigned, written in a sentence, or passed to a command.
 */
export function findTokens(text: string): Span[] {
  const found = [
    findPrivateKeys,
    findProviderKeys,
    findCredentials,
    findAssignedSecrets,
    findPasswordsInProse,
    findCommandPasswords,
    findCookies,
  ].flatMap((find) => find(text));
  found.sort((a, b) => a.start - b.start || b.end - a.end);
  const whole: Span[] = [];
  for (const span of found) {
    const last = whole.at(-1);
    if (last && span.start < last.end) last.end = Math.max(last.end, span.end);
    else whole.push(span);
  }
  return whole;
}

const RULE = '-----';
const header = /-----BEGIN (?:[A-Z0-9]{1,20} ){0,3}PRIVATE KEY(?: BLOCK)?-----/g;
const footer = /-----END [A-Z0-9 ]{0,80}-----/y;
/** Anything shorter isn't a key, but a sentence that quotes the two lines. */
const keyMaterial = /[A-Za-z0-9+/]{16}/;
/** A line of an unfinished block: its beginning in a comment, a quotation or a string, and a key's characters. */
const keyLine =
  /(?:\r?\n|\\r\\n|\\n|^)[ \t>#*"'+]{0,20}(?:(?:Version|Comment|Proc-Type|DEK-Info|Hash|Charset)[^\n]{0,200}|[A-Za-z0-9+/=]{1,200})?["'+ \t,]{0,8}(?=\r?\n|\\n|\\r|$|["'])/y;

/** Finds blocks of private keys in PEM's and PGP's armor, whole or cut off. Reads every part of a text once. */
function findPrivateKeys(text: string): Span[] {
  const found: Span[] = [];
  for (const match of text.matchAll(header)) {
    const body = match.index + match[0].length;
    const rule = text.indexOf(RULE, body);
    const end = blockEnd(text, body, rule < 0 ? text.length : rule);
    if (keyMaterial.test(text.slice(body, end))) found.push({ start: match.index, end });
    if (rule < 0) break;
  }
  return found;
}

/** The end of the block whose body lies between a place and the next rule. */
function blockEnd(text: string, body: number, rule: number): number {
  footer.lastIndex = rule;
  const last = footer.exec(text);
  if (last) return footer.lastIndex;
  let end = body;
  keyLine.lastIndex = body;
  for (
    let line = keyLine.exec(text);
    line && keyLine.lastIndex <= rule && line[0] !== '';
    line = keyLine.exec(text)
  ) {
    if (keyMaterial.test(line[0]) || /[A-Za-z0-9]=*["']?$/.test(line[0])) end = keyLine.lastIndex;
  }
  return end;
}

/** The header, in a request, a log, JSON or code, and curl's options for it. */
const cookieHeader =
  /(?<![\w-])(?:(?:set-)?cookies?\\?["']?(?:[ \t]{0,3}[:=][ \t]{0,3}|, ?)|(?:-b|--cookie)[ =])\\?["'`]?(?=[\w.-]{1,80}=)/gi;
const cookiePair = /([\w.-]{1,80})=(\\?"?)([^\s;,"'`\\]{0,4096})\2(?:; ?)?/y;
/** Attributes of a cookie, and cookies that hold preferences or count visits. */
const harmlessCookie =
  /^(?:path|domain|expires|max-age|samesite|priority|version|_ga.*|_gid|_gat.*|_fbp|_pk_.*|.*(?:csrf|xsrf|consent|theme|locale|lang(?:uage)?|currency|timezone|tz))$/i;
/** A directive with a value of several words: `Expires=Wed, 21 Oct 2026 07:28:00 GMT`. */
const cookieAttribute = /(?:Secure|HttpOnly|Partitioned|[^;\n"'`]{0,60})(?:; ?|$)/iy;
const LEAST_OF_COOKIE = 8;
/** A session's id has more characters than a setting's value. */
const LEAST_OF_UNNAMED_COOKIE = 16;

/** Finds the values of cookies that prove an identity, which are random. */
function findCookies(text: string): Span[] {
  const found: Span[] = [];
  cookieHeader.lastIndex = 0;
  while (cookieHeader.test(text)) {
    let at = cookieHeader.lastIndex;
    for (;;) {
      cookiePair.lastIndex = at;
      const match = cookiePair.exec(text);
      if (match) {
        const [, name = '', quote = '', value = ''] = match;
        const start = at + name.length + 1 + quote.length;
        if (isCookieSecret(name, value)) found.push({ start, end: start + value.length });
        at = cookiePair.lastIndex;
        if (text[at - 1] === ';' || text[at - 2] === ';') continue;
      }
      cookieAttribute.lastIndex = at;
      if (!cookieAttribute.test(text) || cookieAttribute.lastIndex === at) break;
      at = cookieAttribute.lastIndex;
    }
    cookieHeader.lastIndex = at;
  }
  return found;
}

function isCookieSecret(name: string, value: string): boolean {
  if (harmlessCookie.test(name) || isPlaceholder(value)) return false;
  return (
    value.length >= (kindOfName(name, '') ? LEAST_OF_COOKIE : LEAST_OF_UNNAMED_COOKIE) && isRandom(value)
  );
}
