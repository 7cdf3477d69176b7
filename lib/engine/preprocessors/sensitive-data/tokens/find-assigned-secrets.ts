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

/** Rules out most names before they are taken apart. */
const mayBeSecret =
  /pass|pw|cle|clave|chiave|chave|schl|kenn|mdp|contra|senha|parola|palavra|pin|secret|tok|key|cred|geheim|segr|jet|auth|api|acc?es|priv|value|\P{ASCII}/iu;

const letter = '[\\w.\\-\\u00c0-\\u024f\\u30a0-\\u30ff\\u4e00-\\u9fff]';
const assignment = new RegExp(
  `(?<!${letter})(${letter}{2,${LONGEST_NAME}})(?:\\\\?["'\`\\])*]{0,3}(\\s{0,3}(?:=>|!?={1,3}|:=|[:：|])\\s{0,3}|\\t)|(?<=<${letter}{2,${LONGEST_NAME}})(>)|(?<=--${letter}{2,${LONGEST_NAME}})( ))`,
  'g',
);
const passwordWord =
  'password|passphrase|passcode|passwort|kennwort|mot de passe|contraseña|clave|senha|palavra-passe|parola|token|api key';
const spoken = new RegExp(
  `(?:(?<![\\p{L}\\p{N}_])(?:${passwordWord})(?: [\\p{L}-]{1,14}){0,4}?(?: (?:is|was|lautet|ist|war|est|était|es|era|è|é|to|auf|are):? | ?: )|パスワード[はが]? ?)[„“"'«\`「『]?([^\\s"'“”„»\`」』|(){}[\\]\\\\<>]{6,80})`,
  'giu',
);
/** Statements and commands that take a password without naming it. */
const commanded =
  /(?<![\w-])(?:identified by|password|ConvertTo-SecureString(?: -String)?|sshpass -p|requirepass) ["']([^\s"']{6,80})["']/gi;
/** `the password you sent me ("…")`. */
const spokenQuoted = new RegExp(
  `(?<![\\p{L}\\p{N}_])(?:${passwordWord})(?: [\\p{L}'’-]{1,14}){1,6},? \\(?["“„«]([^\\s"“”„»]{8,80})["”“»]`,
  'giu',
);
const openQuote = /(?:[brfu]{1,2}(?=["']))?(\\?["'`]|[„“«])/iy;
const closers: Record<string, string> = { '„': '“', '“': '”', '«': '»' };
const scheme = /(?:Bearer|Basic|Token|ApiKey|Digest|Bot) +/iy;
const bare = /(?:[^\s"'`<>|]|'(?=\p{L})){1,1000}/uy;
const ownerOfValue =
  /(?:name|key)["']?\s{0,4}[:=]\s{0,4}["']?([\w.-]{2,80})["']?\s{0,20},?\s{0,20}["'-]{0,2}$/i;

/** Finds values that are assigned to the name of a secret, in code, settings, JSON, YAML, tables, flags and sentences. */
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
    outer = Math.max(outer, span?.end ?? 0);
    if (span && isSecret(text, span, kind)) found.push({ start: span.start, end: span.end });
  }
  return [
    ...found,
    ...findSpoken(text, spoken),
    ...findSpoken(text, spokenQuoted),
    ...findSpoken(text, commanded),
  ];
}

/** Passwords that a sentence tells. Sentences also say `the password is required`, so a digit or a sign must be in them. */
function findSpoken(text: string, pattern: RegExp): Span[] {
  const found: Span[] = [];
  for (const { index, 0: whole, 1: told = '' } of text.matchAll(pattern)) {
    const value = told.replace(/[.,;:?)。、]+$/, '');
    const start = index + whole.lastIndexOf(told);
    const end = start + value.length;
    if (isPassword(value) && /\d|[^\p{L}\p{N}.'’-]/u.test(value) && !isCode(value, text[end]))
      found.push({ start, end });
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
  if (!isQuoted && !inSettings && isCode(value, text[end])) return false;
  if (kind === 'password') return isPassword(value);
  return value.length >= LEAST_KEY && !/\s/.test(value) && isRandom(value);
}

/** Whether an unquoted value is an expression or a type: `config.password`, `getPassword()`, `string | null`. */
function isCode(value: string, next: string | undefined): boolean {
  if (next === '(' || next === '\\') return true;
  const path = /^([A-Za-z_$][\w$]*(?:(?:[?!]?\.|::|->)[A-Za-z_$][\w$]*)*)([[(?!].*)?$/s.exec(value);
  if (!path) return false;
  const names = (path[1] as string).split(/\W+/);
  const isCalled = path[2] !== undefined && /^[[(]/.test(path[2]);
  return (
    (isCalled || names.length > 1 || !/\d/.test(value) || /(?:password|token|secret|key)\d?$/i.test(value)) &&
    names.every((name) => /^[A-Za-z_$]*\d?$/.test(name))
  );
}
