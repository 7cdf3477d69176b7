import type { Span } from '@/lib/engine/preprocessors/sensitive-data/finding';
import { kindOfName } from './secret-names';
import { isPlaceholder, isRandom } from './secret-value';

/** The header, in a request, a log, JSON or code, and curl's options for it. */
const header =
  /(?<![\w-])(?:(?:set-)?cookies?\\?["']?(?:[ \t]{0,3}[:=][ \t]{0,3}|, ?)|(?:-b|--cookie)[ =])\\?["'`]?(?=[\w.-]{1,80}=)/gi;
const pair = /([\w.-]{1,80})=(\\?"?)([^\s;,"'`\\]{0,4096})\2(?:; ?)?/y;
/** What a server says of a cookie, and what pages remember of their readers. */
const harmless =
  /^(?:path|domain|expires|max-age|samesite|priority|version|_ga.*|_gid|_gat.*|_fbp|_pk_.*|.*(?:csrf|xsrf|consent|theme|locale|lang(?:uage)?|currency|timezone|tz))$/i;
/** A directive with a value of several words: `Expires=Wed, 21 Oct 2026 07:28:00 GMT`. */
const attribute = /(?:Secure|HttpOnly|Partitioned|[^;\n"'`]{0,60})(?:; ?|$)/iy;
const LEAST = 8;
/** A session's id has more characters than a setting's value. */
const LEAST_UNNAMED = 16;

/** Finds the values of cookies that prove an identity: those drawn at random. */
export function findCookies(text: string): Span[] {
  const found: Span[] = [];
  header.lastIndex = 0;
  while (header.test(text)) {
    let at = header.lastIndex;
    for (;;) {
      pair.lastIndex = at;
      const match = pair.exec(text);
      if (match) {
        const [, name = '', quote = '', value = ''] = match;
        const start = at + name.length + 1 + quote.length;
        if (isSecret(name, value)) found.push({ start, end: start + value.length });
        at = pair.lastIndex;
        if (text[at - 1] === ';' || text[at - 2] === ';') continue;
      }
      attribute.lastIndex = at;
      if (!attribute.test(text) || attribute.lastIndex === at) break;
      at = attribute.lastIndex;
    }
    header.lastIndex = at;
  }
  return found;
}

function isSecret(name: string, value: string): boolean {
  if (harmless.test(name) || isPlaceholder(value)) return false;
  return value.length >= (kindOfName(name, '') ? LEAST : LEAST_UNNAMED) && isRandom(value);
}
