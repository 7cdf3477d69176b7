import type { Span } from '@/lib/engine/preprocessors/sensitive-data/finding';
import { kindOfName, type SecretKind } from './secret-names';
import {
  isExpression,
  isPassphrase,
  isPassword,
  isPlaceholder,
  isRandom,
  isUuid,
  isWordPassword,
} from './secret-value';

const LONGEST_NAME = 80;
const LONGEST_VALUE = 1_000;
/** How far before a name its other words, and the name that a `value` belongs to, are looked for. */
const REACH = 120;
const LEAST_KEY = 10;
/** If the match is certainly the whole value. */
const LEAST_CLOSED_KEY = 8;
const LEAST_CLOSED_PASSWORD = 4;
/** For a key whose name doesn't mark it as a secret. */
const LEAST_SOME_KEY = 16;
/** How many assignments are looked at within the value of another: `url=…?token=…`. */
const MOST_NESTED = 8;

/** Rules out most names before they are taken apart. */
const mayBeSecret =
  /pass|pw|cle|clave|chiave|chave|schl|kenn|mdp|contra|senha|parola|palavra|pin|secret|tok|key|cred|geheim|segr|jet|auth|api|acc?es|priv|value|sess|sid|cookie|\P{ASCII}/iu;

const letter = '[\\w.\\-\\u00c0-\\u024f\\u30a0-\\u30ff\\u4e00-\\u9fff]';
const assignment = new RegExp(
  `(?<!${letter})(${letter}{2,${LONGEST_NAME}})(?:\\\\?["'\`\\])*]{0,3}([^\\S\\n]{0,3}(?:=>|[!?]?={1,3}|:{1,3}=|[:：|])[^\\S\\n]{0,3}|\\t)|(?<=<${letter}{2,${LONGEST_NAME}})(>)|(?<=--${letter}{2,${LONGEST_NAME}})( ))`,
  'g',
);
/** `define('DB_PASSWORD', '…')`, `headers.set("x-api-key", "…")`. */
const argument = /\(\s?["']([\w.-]{2,80})["'],\s{0,3}["']([^"'\n]{6,200})["']/g;
const openQuote = /(?:[brfu]{1,2}(?=["']))?(\\?["'`]|[„“«])/iy;
const closers: Record<string, string> = { '„': '“', '“': '”', '«': '»' };
/** Prefixes that aren't part of a value: a scheme, an encoding, or the call that decodes it. */
const lead =
  /(?:Bearer|Basic|(?:Api-?)?Token|Api-?Key|Digest|Bot|SSWS|GenieKey) +|base64:|(?:Buffer\.from|(?:base64\.)?b64decode|bytes\.fromhex|SecretStr)\((?=["'])/iy;
const bare = /(?:[^\s"'`<>|]|'(?=\p{L})){1,1000}/uy;
const rest = /[\w+/=.~-]*/y;
const ownerOfValue =
  /(?:name|key)["']?\s{0,4}[:=]\s{0,4}["']?([\w.-]{2,80})["']?\s{0,20},?\s{0,20}["'-]{0,2}$/i;

/** The end of a parameter's value, and of other values, in which a password may contain an ampersand. */
const parameterEnd = /&/;
const nextParameter = /&(?:[\w.-]{1,40}=|(?:amp|quot|lt|gt|#\d{1,5});)/;

const ownerOfKey = /([\w-]{2,40})["']?\s?[:=]\s?\{\s{0,20}["']?$/;

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
    const value = valueAt(text, match.index + match[0].length, placeOf(text, match));
    if (!value) continue;
    const isFound = isSecret(text, value, kind);
    const end = isFound ? wholeEnd(text, value) : value.end;
    outer = Math.max(outer, end);
    if (isFound) found.push({ start: value.start, end });
  }
  for (const { index, 0: whole, 1: name = '', 2: argued = '' } of text.matchAll(argument)) {
    const kind = mayBeSecret.test(name) ? kindOfName(name, '') : null;
    const end = index + whole.length - 1;
    const value: Value = { start: end - argued.length, end, isQuoted: true, place: 'code' };
    if (kind && isSecret(text, value, kind)) found.push({ start: value.start, end });
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
  // The section of a file of settings: `"Jwt": { "Key": "…"`.
  const section = /^key$/i.test(name) ? ownerOfKey.exec(before)?.[1] : undefined;
  if (section) return kindOfName(`${section}_key`, '');
  return kindOfName(name, before.slice(-24).split('\n').at(-1) as string);
}

/**
 * Where a value is: in a line of settings, `NAME=value`, which it ends; behind a label that begins its line, as in
 * YAML; in a query; with a flag, a variable or an element, where it's never code; or where it may be code or prose.
 */
type Place = 'setting' | 'label' | 'query' | 'argument' | 'code';

function placeOf(text: string, match: RegExpExecArray): Place {
  const { index, 1: name = '', 2: mark, 3: element, 4: flag } = match;
  const before = text.slice(Math.max(0, index - 40), index);
  if (mark === '=' && /(?:^|\n)(?:export |ENV |ARG |set )?$/.test(before)) return 'setting';
  if (mark === '=' && /[?&]$/.test(before)) return 'query';
  if (element || flag || name.startsWith('-')) return 'argument';
  if (mark === '=' && /^[A-Z][A-Z\d_]{3,}$/.test(name)) return 'argument';
  if (mark === '=' && /--[a-z-]{1,20}=$/.test(before)) return 'argument';
  return mark?.trim() === ':' && /(?:^|\n)[ \t]*(?:- )?(?:[\w-]+ )?$/.test(before) ? 'label' : 'code';
}

interface Value extends Span {
  isQuoted: boolean;
  place: Place;
}

/** The value at an offset, without quotes, scheme, and parts of the sentence or code around it. */
function valueAt(text: string, from: number, place: Place): Value | null {
  openQuote.lastIndex = skip(lead, text, from);
  const open = openQuote.exec(text);
  const start = skip(lead, text, open ? openQuote.lastIndex : skip(lead, text, from));
  if (open) {
    const quote = open[1] as string;
    const close = text.slice(start, start + LONGEST_VALUE).indexOf(closers[quote] ?? quote);
    const value = close < 0 ? '' : text.slice(start, start + close);
    if (value !== '' && !value.includes('\n')) return { start, end: start + close, isQuoted: true, place };
  }
  bare.lastIndex = start;
  let value = bare.exec(text)?.[0] ?? '';
  const first = value.split(parameterEnd, 1)[0] as string;
  // In code, `a&b` is an operation.
  const isFirst = place === 'query' || (place === 'code' && !/[A-Za-z]\d|\d[A-Za-z]/.test(first));
  value = isFirst ? first : (value.split(nextParameter, 1)[0] as string);
  if (place !== 'setting') value = (/^[^,;)}\]\\]*/.exec(value)?.[0] ?? '').replace(/[.:?]+$/, '');
  return value === '' ? null : { start, end: start + value.length, isQuoted: false, place };
}

/** The offset behind a sticky pattern's match, which may be empty. */
function skip(pattern: RegExp, text: string, from: number): number {
  pattern.lastIndex = from;
  return pattern.test(text) ? pattern.lastIndex : from;
}

function isSecret(text: string, { start, end, isQuoted, place }: Value, kind: SecretKind): boolean {
  const value = text.slice(start, end);
  if (isPlaceholder(value)) return false;
  const isPlain = !isQuoted && place !== 'setting';
  if (kind === 'password') {
    if (isQuoted && place === 'setting' && isPassphrase(value, '[- ]')) return true;
    if (isWordPassword(value)) return isWhole(text, end, isQuoted, place, value);
  }
  if (isPlain && isExpression(value, text[end])) return false;
  // The code of a shared link.
  if (kind === 'password' && place === 'query' && /^\d{4,5}$/.test(value)) return true;
  if (kind === 'password') return isPassword(value, place === 'code' ? undefined : LEAST_CLOSED_PASSWORD);
  if (kind === 'some-password') return isPassword(value);
  if (kind === 'key' && (isQuoted || place === 'setting') && isPassphrase(value, '-')) return true;
  const least = kind === 'some-key' ? LEAST_SOME_KEY : isPlain ? LEAST_KEY : LEAST_CLOSED_KEY;
  if (kind === 'some-key' && isUuid(value)) return false;
  return value.length >= least && !/\s/.test(value) && isRandom(value);
}

/** Whether a word can only be a value there: bare words are also code, and words of a sentence. */
function isWhole(text: string, end: number, isQuoted: boolean, place: Place, value: string): boolean {
  if (place === 'setting') return true;
  const isName = value.length < 5 || /^[a-z]+(?:[A-Z][a-z]+)+$/.test(value);
  if (isQuoted || place === 'query') return !isName;
  const next = text[end] ?? '\n';
  if (place === 'argument') return !/[(.[]/.test(next);
  const endsLine = /[\r\n]/.test(next);
  if (place === 'label') return endsLine && !isName && value.length >= 8 && !/[A-Z]/.test(value);
  return endsLine && (value.match(/-/g)?.length ?? 0) >= 2;
}
