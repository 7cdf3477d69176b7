import { z } from 'zod';
import { findLanguage } from '@/lib/engine/tasks/languages';
import type { Algorithm } from '@/lib/providers/sandbox/sandbox-work';
import { contentWords } from '@/lib/providers/sandbox/text/content-words';
import { countWords, limitWords } from '@/lib/providers/sandbox/text/cut-text';
import { findDates } from '@/lib/providers/sandbox/text/find-dates';
import { splitSentences } from '@/lib/providers/sandbox/text/sentences';

const Options = z.object({ rules: z.array(z.string()).nullish() });

/** Judges each rule by the words and figures it names. Failures of a schema are found without a model. */
export const validate: Algorithm = ({ options, text }) => {
  const { rules } = Options.parse(options);
  const failures = (rules ?? []).flatMap((rule) => {
    const message = judgeRule(rule, text);
    return message === null ? [] : [{ rule, message }];
  });
  return JSON.stringify({ failures });
};

const QUOTED_WORDS = 30;
const FORBIDS =
  /\b(?:no|not|never|without|don't|doesn't|avoids?|free of|kein\w{0,2}|nicht|ohne|pas|sans|aucune?|sin)\b/i;
const LIMIT =
  /\b(?<bound>at most|no more than|not more than|fewer than|less than|under|below|up to|maximum|max|at least|no fewer than|more than|minimum|min|over)\s(?:of\s)?(?<count>\d{1,7})\s(?<unit>words?|characters?|sentences?|lines?|paragraphs?)/i;
const DAY =
  /(?<!\p{L})(?:mon|tues|wednes|thurs|fri|satur|sun)day|(?<!\p{L})(?:tomorrow|today|tonight|next week|montag|dienstag|mittwoch|donnerstag|freitag|samstag|morgen|heute|lundi|mardi|mercredi|jeudi|vendredi|demain|lunes|martes|miércoles|jueves|viernes|mañana)(?!\p{L})|[月火水木金土日]曜日|明日/iu;

/** Subjects of rules that have a recognizable form, with their tests. */
const subjects: [named: RegExp, passage: (text: string) => boolean][] = [
  [/\b(?:dates?|days?|deadlines?|datum|fecha)\b/i, (text) => DAY.test(text) || findDates(text).length > 0],
  [
    /\b(?:prices?|amounts?|sums?|costs?|preise?|prix|precio)\b/i,
    (text) => /[€$£¥]|\b(?:EUR|USD|CHF|euros?|dollars?)\b|円/i.test(text),
  ],
  [/\be-?mails?\b/i, (text) => /[\w.+-]{1,64}@[\w-]{1,63}\./.test(text)],
  [/\b(?:links?|urls?)\b/i, (text) => /https?:\/\//i.test(text)],
  [/\b(?:numbers?|digits?|figures?|nummer|número|numéro)\b/i, (text) => /\p{N}/u.test(text)],
  [/\bquestions?\b/i, (text) => /[?？؟]/.test(text)],
  [/\bexclamation/i, (text) => /[!！]/.test(text)],
  [
    /\b(?:greets?|greetings?|salutation)\b/i,
    (text) =>
      /^\s{0,9}(?:hi|hello|dear|good (?:morning|day)|hallo|liebe|sehr geehrte|bonjour|hola)(?!\p{L})/iu.test(
        text,
      ),
  ],
];

const languages: Record<string, string> = {
  english: 'en',
  german: 'de',
  french: 'fr',
  spanish: 'es',
  japanese: 'ja',
  arabic: 'ar',
};

/**
 * Judges a rule in words by what it names: a length, a language, a quoted text, or something with a known form. If it
 * names none of them, its own words count. That is a guess, and the message names its basis.
 * @returns why the text fails the rule; null if it passes
 */
function judgeRule(rule: string, text: string): string | null {
  return judgeLength(rule, text) ?? judgeContent(rule, text);
}

function judgeContent(rule: string, text: string): string | null {
  if (LIMIT.test(rule)) return null;
  const language = /\bin (english|german|french|spanish|japanese|arabic)\b/i.exec(rule)?.[1]?.toLowerCase();
  if (language !== undefined) {
    const found = findLanguage(text);
    return found === languages[language] ? null : `The text seems to be in another language (${found}).`;
  }
  const isWanted = wantedPassage(rule);
  const passage = splitSentences(text).find(isWanted);
  if (FORBIDS.test(rule))
    return passage === undefined ? null : `It says: ${limitWords(passage, QUOTED_WORDS)}`;
  return passage === undefined ? 'The sandbox found no passage with what this rule names.' : null;
}

/** Whether a passage has what the rule names. */
function wantedPassage(rule: string): (passage: string) => boolean {
  const quoted = /["“„«]([^"“”„«»]{1,500})["”“»]/.exec(rule)?.[1]?.toLowerCase();
  if (quoted !== undefined) return (passage) => passage.toLowerCase().includes(quoted);
  const subject = subjects.find(([named]) => named.test(rule))?.[1];
  if (subject) return subject;
  const words = contentWords(rule.replace(FORBIDS, ' ')).slice(1);
  return (passage) => {
    const own = new Set(contentWords(passage));
    return words.some((word) => own.has(word));
  };
}

function judgeLength(rule: string, text: string): string | null {
  const { bound = '', count, unit = '' } = LIMIT.exec(rule)?.groups ?? {};
  if (count === undefined) return null;
  const limit = Number(count);
  const has = measure(text, unit.toLowerCase());
  const said = bound.toLowerCase();
  const isLeast = /^(?:at least|no fewer|more|min|over)/.test(said);
  const isStrict = /^(?:fewer|less|under|below|more|over)/.test(said);
  const passes = isLeast ? (isStrict ? has > limit : has >= limit) : isStrict ? has < limit : has <= limit;
  return passes ? null : `It has ${has} ${unit}.`;
}

function measure(text: string, unit: string): number {
  if (unit.startsWith('word')) return countWords(text);
  if (unit.startsWith('sentence')) return splitSentences(text).length;
  if (unit.startsWith('line')) return text.split('\n').length;
  if (unit.startsWith('paragraph')) return text.split(/\n[ \t]{0,9}\n/).length;
  return text.length;
}
