import type { Span } from '@/lib/engine/preprocessors/sensitive-data/finding';
import { kindOfName, type SecretKind } from './secret-names';
import { isExpression, isPassword, isPlaceholder, isRandom } from './secret-value';

const LONGEST_NAME = 80;
const LONGEST_VALUE = 1_000;
/** How far before a name its other words, and the name that a `value` belongs to, are looked for. */
const REACH = 120;
const LEAST_KEY = 10;
/** How many assignments are looked at within the value of another: `url=…?token=…`. */
const MOST_NESTED = 8;

/** Rules out most names before they are taken apart. */
const mayBeSecret =
  /pass|pw|cle|clave|chiave|chave|schl|kenn|mdp|contra|senha|parola|palavra|pin|secret|tok|key|cred|geheim|segr|jet|auth|api|acc?es|priv|value|\P{ASCII}/iu;

const letter = '[\\w.\\-\\u00c0-\\u024f\\u30a0-\\u30ff\\u4e00-\\u9fff]';
const assignment = new RegExp(
  `(?<!${letter})(${letter}{2,${LONGEST_NAME}})(?:\\\\?["'\`\\])*]{0,3}(\\s{0,3}(?:=>|!?={1,3}|:=|[:：|])\\s{0,3}|\\t)|(?<=<${letter}{2,${LONGEST_NAME}})(>)|(?<=--${letter}{2,${LONGEST_NAME}})( ))`,
  'g',
);
/** `define('DB_PASSWORD', '…')`, `headers.set("x-api-key", "…")`. */
const argument = /\(\s?["']([\w.-]{2,80})["'],\s{0,3}["']([^"'\n]{6,200})["']/g;
const openQuote = /(?:[brfu]{1,2}(?=["']))?(\\?["'`]|[„“«])/iy;
const closers: Record<string, string> = { '„': '“', '“': '”', '«': '»' };
const scheme = /(?:Bearer|Basic|Token|ApiKey|Digest|Bot) +/iy;
const bare = /(?:[^\s"'`<>|]|'(?=\p{L})){1,1000}/uy;
const rest = /[\w+/=.~-]*/y;
const ownerOfValue =
  /(?:name|key)["']?\s{0,4}[:=]\s{0,4}["']?([\w.-]{2,80})["']?\s{0,20},?\s{0,20}["'-]{0,2}$/i;

/** Finds values that are assigned to the name of a secret, in code, settings, JSON, YAML, tables, calls and flags. */
export function findAssignedSecrets(text: string): Span[] {
  const found: Span[] = [];
  let outer = 0;
  let nested = 0;
  for (const match of text.matchAll(assignment)) {
    const name = match[1] as string;
    if (match.index >= outer) nested = 0;
    const kind = nested < MOST_NESTED && mayBeSecret.test(name) ? kindAt(text, match.index, name) : null;
    if (!kind) continue;
    nested += 1;
    const span = valueAt(text, match.index + match[0].length, isSetting(text, match));
    if (!span) continue;
    const isFound = isSecret(text, span, kind);
    const end = isFound ? wholeEnd(text, span) : span.end;
    outer = Math.max(outer, end);
    if (isFound) found.push({ start: span.start, end });
  }
  for (const { index, 0: whole, 1: name = '', 2: value = '' } of text.matchAll(argument)) {
    const kind = mayBeSecret.test(name) ? kindOfName(name, '') : null;
    const end = index + whole.length - 1;
    const span = { start: end - value.length, end, isQuoted: true, isSetting: false };
    if (kind && isSecret(text, span, kind)) found.push({ start: span.start, end });
  }
  return found;
}

/** Where a value ends of which only the beginning was read. */
function wholeEnd(text: string, { start, end }: Span): number {
  if (end - start < LONGEST_VALUE) return end;
  rest.lastIndex = end;
  rest.test(text);
  return rest.lastIndex;
}

function kindAt(text: string, start: number, name: string): SecretKind | null {
  const before = text.slice(Math.max(0, start - REACH), start);
  if (/^value$/i.test(name)) {
    const owner = ownerOfValue.exec(before)?.[1];
    return owner ? kindOfName(owner, '') : null;
  }
  return kindOfName(name, before.slice(-24).split('\n').at(-1) as string);
}

/** Whether a line is one of a file of settings, `NAME=value`, whose value goes on to its end. */
function isSetting(text: string, match: RegExpExecArray): boolean {
  const before = text.slice(Math.max(0, match.index - 10), match.index);
  return /(?:^|\n)(?:export |ENV |ARG |set )?$/.test(before) && match[2] === '=';
}

interface Value extends Span {
  isQuoted: boolean;
  isSetting: boolean;
}

/** The value at a place, without quotes, scheme and what belongs to the sentence or code around it. */
function valueAt(text: string, place: number, inSettings: boolean): Value | null {
  openQuote.lastIndex = place;
  const open = openQuote.exec(text);
  const from = open ? openQuote.lastIndex : place;
  scheme.lastIndex = from;
  const start = scheme.test(text) ? scheme.lastIndex : from;
  if (open) {
    const quote = open[1] as string;
    const close = text.slice(start, start + LONGEST_VALUE).indexOf(closers[quote] ?? quote);
    const value = close < 0 ? '' : text.slice(start, start + close);
    if (value !== '' && !value.includes('\n'))
      return { start, end: start + close, isQuoted: true, isSetting: false };
  }
  bare.lastIndex = start;
  let value = bare.exec(text)?.[0] ?? '';
  if (inSettings) value = value.replace(/&\w+=.*$/s, '');
  else value = (/^[^,;&)}\]\\]*/.exec(value)?.[0] ?? '').replace(/[.:?]+$/, '');
  return value === '' ? null : { start, end: start + value.length, isQuoted: false, isSetting: inSettings };
}

function isSecret(
  text: string,
  { start, end, isQuoted, isSetting: inSettings }: Value,
  kind: SecretKind,
): boolean {
  const value = text.slice(start, end);
  if (isPlaceholder(value)) return false;
  if (!isQuoted && !inSettings && isExpression(value, text[end])) return false;
  if (kind === 'password') return isPassword(value);
  return value.length >= LEAST_KEY && !/\s/.test(value) && isRandom(value);
}
