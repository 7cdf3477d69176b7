import type { Span } from './finding';

/** Areas begin with neither 000, 666 nor 9; groups and serials have a digit that isn't 0. */
const number = '(?!000|666|9)\\d{3}([- ]?)(?!00)\\d{2}\\1(?!0000)\\d{4}';
const candidate = new RegExp(`(?<![\\w.+#/-]|\\d )${number}(?![\\w/]|[-.]\\w| \\d)`, 'g');
const REACH = 48;
/** What a text, a column or a field calls the number. */
const named =
  /(?<![A-Za-z])(?:ssn|SSN)s?(?![A-Za-z])|(?<=[a-z])(?:Ssn|SSN)(?![a-z])|[Ss]ocial[ _-]?[Ss]ecurity|SOCIAL SECURITY|[Ss]oc\.? ?[Ss]ec|[Tt]axpayer/g;
const announces = /^[\W_]{0,4}(?:[a-z]{1,12}[\W_]{1,4}){0,3}$/i;
/** Words before a number that say it is something else. */
const other =
  /(?:order|part|model|lot|batch|case|ticket|ref|reference|invoice|po|sku|serial|item|chart|account|acct|no|nr|number|dept|#)\W{1,3}(?:no\W{1,3})?$/i;

/** Finds US social security numbers: in groups with hyphens, or in any layout behind what calls them so. */
export function findSocialSecurityNumbers(text: string): Span[] {
  const found: Span[] = [];
  for (const { index, 0: digits, 1: separator } of text.matchAll(candidate)) {
    const line = text
      .slice(Math.max(0, index - REACH), index)
      .split('\n')
      .at(-1) as string;
    const name = [...line.matchAll(named)].at(-1);
    const isNamed = name !== undefined && announces.test(line.slice(name.index + name[0].length));
    if (isNamed || (separator === '-' && !other.test(line)))
      found.push({ start: index, end: index + digits.length });
  }
  return found;
}
