import { findDates, withPlainDigits } from '@/lib/providers/sandbox/text/find-dates';
import { NUMBER, readNumber } from '@/lib/providers/sandbox/text/read-number';
import { plainSentence } from '@/lib/providers/sandbox/text/sentences';
import type { Field } from './extracted-field';
import { findMoney, isMoney, knownValues } from './known-patterns';
import { headedLines, labeledLines } from './labeled-lines';

/** The most characters between a name and its value, and the most places of the name that are searched. */
const REACH = 80;
const MOST_PLACES = 50;

const FILLER =
  /^(?:[\s:=#"'“„«.]|(?:number|no|nr|id|is|was|are|were|the|a|of|on|by|at|to|vom|von|der|die|das|am|bis|ist|lautet|nummer|le|la|les|el|de|du|est|es|nº|n°|número|numéro|番号|号|は|が|رقم|هو|في|يوم)(?![\p{Script=Latin}\p{Script=Arabic}\p{N}]))/iu;
const MOST_FILLERS = 12;
const TOKEN = /^[\p{L}\p{N}][\p{L}\p{N}_./-]{0,60}/u;
const PROPER_NAME = /^\p{Lu}[\p{L}'’-]{0,30}(?:[ \u00a0](?:(?:de|van|von|&) )?\p{Lu}[\p{L}'’-]{0,30}){0,4}/u;
/** A line at least this long may have been wrapped, so that its text continues in the next one. */
const WRAPPED_LINE = 50;
/** Beginnings of a document, a message, or a list, before its own name. */
const KIND =
  /^(?:tax |sales |pro ?forma )?(?:invoice|receipt|rechnung|quittung|facture|factura|résumé|resume|curriculum vitae|cv|order|quote|statement)$/i;
const GREETING = /^(?:hi|hello|hey|dear|hallo|liebe|bonjour|hola)\b/i;
const TITLE = /^\p{Lu}[^:;@|<>=]{1,60}[^:;@|<>=.,!?]$/u;
/** Fields that a document's title is the value of, if nothing names them. */
const TITLED =
  /^(?:(?:full |product |company )?name|candidate|product|merchant|store|vendor|seller|supplier|company|issuer)$/;
const CLAUSE_END = /[,;،、。!?！？\n]|\.(?:\s|$)/;
const ANY_NUMBER = new RegExp(`(?<![\\p{Script=Latin}\\d.,-])${NUMBER}`, 'u');
const NUMBER_BEFORE = new RegExp(`(?<![\\p{Script=Latin}\\d.,-])(${NUMBER})\\s{0,2}$`, 'u');
const NEGATION =
  /(?<!\p{L})(?:no|not|without|never|isn't|kein\p{L}{0,2}|nicht|ohne|pas|sans|aucune?|sin)(?!\p{L})/iu;
const affirmations = new Map([
  ...['yes', 'true', 'ja', 'oui', 'sí', 'はい', 'نعم', '1'].map((word) => [word, true] as const),
  ...['no', 'false', 'nein', 'non', 'いいえ', 'لا', '0'].map((word) => [word, false] as const),
]);

/** A text with the names on its lines, read once for all fields. */
export interface Material {
  text: string;
  labeled: ReadonlyMap<string, string>;
  headed: ReadonlyMap<string, readonly string[]>;
  /** The line that a document begins with, if it is its title. */
  title: string | null;
}

/** Prepares a text for `findValue`. */
export function readMaterial(text: string): Material {
  const plain = withPlainDigits(text);
  return { text: plain, labeled: labeledLines(plain), headed: headedLines(plain), title: titleOf(plain) };
}

/** The beginning of a record in a list: `- Ada Ito, ada@example.com`, `Ada Ito <ada@example.com>`. */
const LEADING_NAME =
  /^[\s>*•#-]{0,8}(?:\d{1,3}[.)] )?(\p{Lu}[\p{L}'’-]{0,30}(?: \p{Lu}[\p{L}'’.-]{0,30}){1,3})\s?(?=[<,;(|–-])/u;

/** Prepares one record of several for `findValue`. */
export function readRecord(text: string): Material {
  return { ...readMaterial(text), title: LEADING_NAME.exec(text)?.[1] ?? null };
}

/** The first of several lines, unless it is a kind of document, a sentence, or the beginning of a letter. */
function titleOf(text: string): string | null {
  const lines = text
    .slice(0, 500)
    .split('\n')
    .map((line) => line.replace(/^#{1,6}\s/, '').trim())
    .filter((line) => line !== '');
  const [first = ''] = lines.filter((line) => !KIND.test(line));
  const isTitle = lines.length > 2 && TITLE.test(first) && !GREETING.test(first);
  return isTitle && first.split(' ').length <= 6 ? first : null;
}

/** The value of a field in a text; null if it isn't there. */
export function findValue(field: Field, { text, labeled, headed, title }: Material): unknown {
  const { name, type, allowed } = field;
  if (allowed.length > 0) return findAllowed(allowed, text);
  const line = field.names.map((known) => labeled.get(known)).find((value) => value !== undefined) ?? null;
  const under = field.names.map((known) => headed.get(known)).find((lines) => lines?.length) ?? null;
  if (type === 'list') return findList(field, line, under, text);
  const own = line === null ? null : readAs(type, name, line);
  if (own !== null) return own;
  if (type === 'string') {
    const known = knownValues(name, text);
    if (known) return known[0] ?? null;
    const said = under?.[0] ?? firstBehind(field, text, stringAt);
    return said ?? (TITLED.test(field.names[0] ?? '') ? title : null);
  }
  if (type === 'boolean') return findBoolean(field, text);
  if (type === 'date') return findDate(field, text);
  return findNumber(field, text);
}

function readAs(type: Field['type'], name: string, value: string): unknown {
  if (type === 'string') return knownValues(name, value)?.[0] ?? value.trim();
  if (type === 'date') return findDates(value)[0]?.date ?? null;
  if (type === 'boolean')
    return affirmations.get(/^\p{L}+|^\d/u.exec(value)?.[0].toLowerCase() ?? '') ?? null;
  return numberIn(value, type === 'integer');
}

function findAllowed(allowed: readonly unknown[], text: string): unknown {
  const words = text.toLowerCase();
  const isIn = (value: unknown) =>
    typeof value === 'string' && value !== '' && words.includes(value.toLowerCase());
  return allowed.find(isIn) ?? null;
}

/** The first value that a reader finds in the text after a field's name, at any of its places. */
function firstBehind<T>(field: Field, text: string, read: (tail: string) => T | null): T | null {
  for (const tail of tailsBehind(field, text)) {
    const value = read(tail);
    if (value !== null) return value;
  }
  return null;
}

function* tailsBehind({ pattern }: Field, text: string): Generator<string> {
  let places = 0;
  for (const match of text.matchAll(pattern)) {
    if (places === MOST_PLACES) return;
    places += 1;
    const end = match.index + match[0].length;
    yield onLine(text, end);
  }
}

/** The text behind a place on its line, or on the next one if the line ends with a colon or was wrapped. */
function onLine(text: string, place: number): string {
  const tail = text.slice(place, place + REACH);
  const end = tail.search(/\r?\n/);
  if (end < 0 || /^\s{0,3}[:：]\s{0,3}\n/.test(tail)) return tail;
  const before = text.slice(Math.max(0, place - WRAPPED_LINE), place);
  return before.length + end >= WRAPPED_LINE && !before.includes('\n') ? tail : tail.slice(0, end);
}

/** A number, a code or a proper name; an ordinary word behind a name is rarely its value. */
function stringAt(tail: string): string | null {
  const rest = withoutFillers(tail);
  // The names of columns, wide apart.
  if (/^(?: {2,}|\t)/.test(tail) && !/\d/.test(tail)) return null;
  const token = TOKEN.exec(rest)?.[0].replace(/[._/-]+$/, '') ?? '';
  if (/\p{N}/u.test(token)) return token;
  const name = PROPER_NAME.exec(rest)?.[0] ?? '';
  return name.length > 1 ? name : null;
}

function withoutFillers(tail: string): string {
  let rest = tail;
  for (let count = 0; count < MOST_FILLERS; count += 1) {
    const filler = FILLER.exec(rest);
    if (!filler) break;
    rest = rest.slice(filler[0].length);
  }
  return rest;
}

function findList(
  field: Field,
  line: string | null,
  under: readonly string[] | null,
  text: string,
): string[] | null {
  const known = knownValues(field.name, line ?? text);
  if (known) return known.length > 0 ? known : null;
  if (line !== null) return itemsOf(line);
  if (under) return under.length > 1 ? under.map(plainSentence) : itemsOf(plainSentence(under[0] ?? ''));
  const found = Array.from(tailsBehind(field, text), stringAt).filter((value) => value !== null);
  return found.length > 0 ? [...new Set(found)] : null;
}

function itemsOf(list: string): string[] {
  const items = list.split(/\s{0,3}[,;、،]\s{0,3}|\s(?:and|und|et|y|و)\s/);
  return items.map((item) => item.trim().replace(/\.$/, '')).filter((item) => item !== '');
}

function findDate(field: Field, text: string): string | null {
  const named = firstBehind(field, text, (tail) => {
    const [first] = findDates(tail);
    return first && !/[.。]\s/.test(tail.slice(0, first.index)) ? first.date : null;
  });
  // A field that is just called "date" means the text's own.
  const isGeneral = /^(?:date|day|datum|when)$/i.test(field.name);
  return named ?? (isGeneral ? (findDates(text)[0]?.date ?? null) : null);
}

function findNumber(field: Field, text: string): number | null {
  const whole = field.type === 'integer';
  const behind = firstBehind(field, text, (tail) => numberIn(tail.slice(0, clauseLength(tail)), whole));
  if (behind !== null) return behind;
  return isMoney(field.name) ? findMoney(text) : numberBefore(field, text, whole);
}

/** Of "2 kg", the number of `kg`. */
function numberBefore({ pattern }: Field, text: string, whole: boolean): number | null {
  for (const match of text.matchAll(pattern)) {
    const before = NUMBER_BEFORE.exec(text.slice(Math.max(0, match.index - 40), match.index))?.[1];
    if (before !== undefined) return numberIn(before, whole);
  }
  return null;
}

function numberIn(text: string, whole: boolean): number | null {
  const written = ANY_NUMBER.exec(text)?.[0];
  const value = written === undefined ? null : readNumber(written);
  return value === null || (whole && !Number.isInteger(value)) ? null : value;
}

function clauseLength(tail: string): number {
  // A comma between digits belongs to a number.
  const end = CLAUSE_END.exec(tail.replace(/\d,\d/g, '000'));
  return end?.index ?? tail.length;
}

/** Mentioned is true, unless the words around it deny it; not mentioned is unknown. */
function findBoolean({ pattern }: Field, text: string): boolean | null {
  for (const match of text.matchAll(pattern)) {
    const end = match.index + match[0].length;
    const before =
      text
        .slice(Math.max(0, match.index - 25), match.index)
        .split(/[.!?。]/)
        .at(-1) ?? '';
    const after = text.slice(end, end + 25).split(/[.!?,;。]/)[0] ?? '';
    return !NEGATION.test(before) && !NEGATION.test(after);
  }
  return null;
}
