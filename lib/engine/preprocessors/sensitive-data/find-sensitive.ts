import { findCards } from './find-cards';
import { findEmails } from './find-emails';
import { findIbans } from './find-ibans';
import { findPhones } from './find-phones';
import { type Finding, type HiddenType, type SensitiveType, type Span, sensitiveTypes } from './finding';
import { findTokens } from './tokens/find-tokens';

const finders: Record<SensitiveType, (text: string) => Span[]> = {
  email: findEmails,
  phone: findPhones,
  card: findCards,
  iban: findIbans,
  ssn: findSocialSecurityNumbers,
  token: findTokens,
};

/** If two findings overlap, both get the type that comes first here. */
const precedence: readonly HiddenType[] = ['custom', 'token', 'email', 'iban', 'card', 'ssn', 'phone'];

/**
 * Finds personal data and secrets in a text, sorted by place and not overlapping. Takes a time that grows with the
 * length of the text alone, whatever the text.
 * @param custom findings for the caller's own words and patterns
 */
export function findSensitive(
  text: string,
  types: readonly SensitiveType[] = sensitiveTypes,
  custom: readonly Span[] = [],
): Finding[] {
  const findings: Finding[] = [...new Set(types)].flatMap((type) =>
    finders[type](text).map(({ start, end }) => ({ type, start, end })),
  );
  for (const { start, end } of custom) findings.push({ type: 'custom', start, end });
  findings.sort((a, b) => a.start - b.start || b.end - a.end);
  const apart: Finding[] = [];
  for (const finding of findings) {
    const last = apart.at(-1);
    if (!last || finding.start >= last.end) {
      apart.push(finding);
      continue;
    }
    // Both stay hidden whole: cutting one off would show a part of it.
    last.end = Math.max(last.end, finding.end);
    if (precedence.indexOf(finding.type) < precedence.indexOf(last.type)) last.type = finding.type;
  }
  return apart;
}

/** Areas begin with neither 000, 666 nor 9; groups and serials have a digit that isn't 0. */
const ssnForm = '(?!000|666|9)\\d{3}([- ]?)(?!00)\\d{2}\\1(?!0000)\\d{4}';
const ssnCandidate = new RegExp(`(?<![\\w.+#/-]|\\d )${ssnForm}(?![\\w/]|[-.]\\w| \\d)`, 'g');
const SSN_REACH = 48;
/** Names of the number in texts, columns, and fields. */
const ssnNames =
  /(?<![A-Za-z])(?:ssn|SSN)s?(?![A-Za-z])|(?<=[a-z])(?:Ssn|SSN)(?![a-z])|[Ss]ocial[ _-]?[Ss]ecurity|SOCIAL SECURITY|[Ss]oc\.? ?[Ss]ec|[Tt]axpayer/g;
const ssnAnnounced = /^[\W_]{0,4}(?:[a-z]{1,12}[\W_]{1,4}){0,3}$/i;
/** Words before a number that announce another kind. */
const otherNumbers =
  /(?:order|part|model|lot|batch|case|ticket|ref|reference|invoice|po|sku|serial|item|chart|account|acct|no|nr|number|dept|#)\W{1,3}(?:no\W{1,3})?$/i;

/** Finds US social security numbers: in groups with hyphens, or in any layout after such a name. */
function findSocialSecurityNumbers(text: string): Span[] {
  const found: Span[] = [];
  for (const { index, 0: digits, 1: separator } of text.matchAll(ssnCandidate)) {
    const line = text
      .slice(Math.max(0, index - SSN_REACH), index)
      .split('\n')
      .at(-1) as string;
    const name = [...line.matchAll(ssnNames)].at(-1);
    const isNamed = name !== undefined && ssnAnnounced.test(line.slice(name.index + name[0].length));
    if (isNamed || (separator === '-' && !otherNumbers.test(line)))
      found.push({ start: index, end: index + digits.length });
  }
  return found;
}
