import type { Span } from '../finding';
import { kindOfName, type SecretKind } from './secret-names';
import { isPassword, isPlaceholder, isRandom } from './secret-value';

const LONGEST_NAME = 80;
const LONGEST_VALUE = 1_000;
/** How far before a name its other words, and the name that a `value` belongs to, are looked for. */
const REACH = 120;
const LEAST_KEY = 10;
/** How many assignments are looked at within the value of another: `url=…?token=…`. */
const MOST_NESTED = 8;

const letter = '[\\w.\\-\\u00c0-\\u024f\\u30a0-\\u30ff\\u4e00-\\u9fff]';
const assignment = new RegExp(
  `(?<!${letter})(${letter}{2,${LONGEST_NAME}})(?:\\\\?["'\`\\])*]{0,3}(\\s{0,3}(?:=>|!?={1,3}|:=|[:：|])\\s{0,3}|\\t)|(?<=<${letter}{2,${LONGEST_NAME}})(>)|(?<=--${letter}{2,${LONGEST_NAME}})( ))`,
  'g',
);
const spoken =
  /(?<![\p{L}\p{N}_])(?:password|passphrase|passwort|kennwort|mot de passe|contraseña|clave|senha|palavra-passe|parola|token|api key)(?: (?:[\p{L}]{1,10} ){0,3}?(?:is|was|lautet|ist|est|es|è|é|to|auf|are):? |は)[„“"'«`]?([^\s"'“”„»`]{6,80})/giu;
const openQuote = /(?:[brfu]{1,2}(?=["']))?(\\?["'`]|[„“«])/iy;
const closers: Record<string, string> = { '„': '“', '“': '”', '«': '»' };
const scheme = /(?:Bearer|Basic|Token|ApiKey|Digest|Bot) +/iy;
const bare = /(?:[^\s"'`<>|]|'(?=\p{L})){1,1000}/uy;
const ownerOfValue = /name["']?\s{0,4}[:=]\s{0,4}["']?([\w.-]{2,80})["']?\s{0,20},?\s{0,20}["'-]{0,2}$/i;

/** Finds values that are assigned to the name of a secret, in code, settings, JSON, YAML, tables, flags and sentences. */
export function findAssignedSecrets(text: string): Span[] {
  const found: Span[] = [];
  let outer = 0;
  let nested = 0;
  for (const match of text.matchAll(assignment)) {
    const name = match[1] as string;
    const kind = kindAt(text, match.index, name);
    if (!kind) continue;
    nested = match.index < outer ? nested + 1 : 0;
    if (nested > MOST_NESTED) continue;
    const span = valueAt(text, match.index + match[0].length, isSetting(text, match));
    outer = Math.max(outer, span?.end ?? 0);
    if (span && isSecret(text, span, kind)) found.push({ start: span.start, end: span.end });
  }
  for (const match of text.matchAll(spoken)) {
    const value = (match[1] as string).replace(/[.,;:?)]+$/, '');
    const start = match.index + match[0].length - (match[1] as string).length;
    if (isPassword(value) && /\d|[^\p{L}\p{N}'’-]/u.test(value))
      found.push({ start, end: start + value.length });
  }
  return found;
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
  else value = (/^[^,;&)}\]\\]*/.exec(value)?.[0] ?? '').replace(/[.:!?]+$/, '');
  return value === '' ? null : { start, end: start + value.length, isQuoted: false, isSetting: inSettings };
}

function isSecret(
  text: string,
  { start, end, isQuoted, isSetting: inSettings }: Value,
  kind: SecretKind,
): boolean {
  const value = text.slice(start, end);
  if (isPlaceholder(value)) return false;
  if (!isQuoted && !inSettings && isCode(value, text[end])) return false;
  if (kind === 'password') return isPassword(value);
  return value.length >= LEAST_KEY && !/\s/.test(value) && isRandom(value);
}

/** Whether an unquoted value is an expression or a type: `config.password`, `getPassword()`, `string | null`. */
function isCode(value: string, next: string | undefined): boolean {
  return (
    /\($/.test(value) ||
    /^[\w$.]+\(/.test(value) ||
    next === '(' ||
    (/^(?:[A-Za-z_$][A-Za-z_$]*)(?:\??\.[A-Za-z_$][\w$]*|\[\w*\]?)*[!?]?$/.test(value) &&
      !/[a-z]\d|\d[a-z]/i.test(value))
  );
}
