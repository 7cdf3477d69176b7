import { findCards } from './find-cards';
import { findEmails } from './find-emails';
import { findIbans } from './find-ibans';
import { findPhones } from './find-phones';
import { findSocialSecurityNumbers } from './find-ssns';
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

/** Where two findings overlap, the type that comes first here names both. */
const precedence: readonly HiddenType[] = ['custom', 'token', 'email', 'iban', 'card', 'ssn', 'phone'];

/**
 * Finds personal data and secrets in a text, sorted by place and not overlapping. Takes a time that grows with the
 * length of the text alone, whatever the text.
 * @param custom what else was found in it, for the caller's own words and patterns
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
