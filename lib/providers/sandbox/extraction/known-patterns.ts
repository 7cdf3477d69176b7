import { findIbans } from '@/lib/engine/preprocessors/sensitive-data/find-ibans';
import { NUMBER, readNumber } from '@/lib/providers/sandbox/text/read-number';
import { wordsOfName } from './extracted-field';

const CURRENCY =
  '(?:€|\\$|£|¥|￥|EUR|USD|GBP|CHF|JPY|euros?\\b|dollars?\\b|dólares\\b|francs?\\b|円|元|يورو|دولار)';
const MONEY = new RegExp(
  `${CURRENCY}\\s?(?<after>${NUMBER})|(?<![\\p{Script=Latin}\\d.,-])(?<before>${NUMBER})\\s?${CURRENCY}`,
  'giu',
);

const CODE = /(?<![\p{L}\p{N}-])\p{Lu}{1,5}[-_]?\d{1,6}(?![\p{L}\p{N}])/gu;
const EMAIL = /(?<![\w.+-])[\w.+-]{1,64}@[\w-]{1,63}(?:\.[\w-]{1,63}){1,4}/g;
const URL = /https?:\/\/[^\s<>"')\]]{1,2000}[^\s<>"')\].,;:!?]/g;
const PHONE = /(?<![\w+])(?:\+|\()?\d(?:[ ()/.-]{0,2}\d){6,14}(?!\d)/g;
const BIC = /(?<!\w)[A-Z]{4}[A-Z]{2}[A-Z0-9]{2}(?:[A-Z0-9]{3})?(?!\w)/g;

const patterns: [word: RegExp, pattern: RegExp][] = [
  [/^e?mails?$/, EMAIL],
  [/^(?:urls?|links?|websites?)$/, URL],
  [/^(?:phones?|telephones?|tel|mobile)$/, PHONE],
  [/^(?:bic|swift)$/, BIC],
  [/^(?:codes?|errors?)$/, CODE],
];

/**
 * The values in a text with the form that a field's name implies, such as an email address; null if its form isn't
 * known.
 */
export function knownValues(name: string, text: string): string[] | null {
  const words = wordsOfName(name);
  if (words.includes('iban')) return findIbans(text).map(({ start, end }) => text.slice(start, end));
  const [, pattern] = patterns.find(([word]) => words.some((own) => word.test(own))) ?? [];
  return pattern ? [...new Set(Array.from(text.matchAll(pattern), ([value]) => value))] : null;
}

/** Whether a field's name means a sum of money. */
export function isMoney(name: string): boolean {
  return wordsOfName(name).some((word) =>
    /^(?:price|amount|total|cost|sum|rent|fee|salary|eur|euros?|usd|dollars?)$/.test(word),
  );
}

/** The first sum of money in a text, without its currency. */
export function findMoney(text: string): number | null {
  for (const { groups } of text.matchAll(MONEY)) {
    const value = readNumber(groups?.after ?? groups?.before ?? '');
    if (value !== null) return value;
  }
  return null;
}
