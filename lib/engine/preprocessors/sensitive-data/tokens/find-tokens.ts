import type { Span } from '@/lib/engine/preprocessors/sensitive-data/finding';
import { findAssignedSecrets } from './find-assigned-secrets';
import { findCommandPasswords } from './find-command-passwords';
import { findCookies } from './find-cookies';
import { findCredentials } from './find-credentials';
import { findPrivateKeys } from './find-private-keys';
import { findProviderKeys } from './find-provider-keys';
import { findToldPasswords } from './find-told-passwords';

/**
 * Finds secrets: private keys, keys of known providers, credentials of requests and URLs, cookies,
 * and secrets that are assigned, told, or given to a command.
 */
export function findTokens(text: string): Span[] {
  const found = [
    findPrivateKeys,
    findProviderKeys,
    findCredentials,
    findAssignedSecrets,
    findToldPasswords,
    findCommandPasswords,
    findCookies,
  ].flatMap((find) => find(text));
  found.sort((a, b) => a.start - b.start || b.end - a.end);
  const whole: Span[] = [];
  for (const span of found) {
    const last = whole.at(-1);
    if (last && span.start < last.end) last.end = Math.max(last.end, span.end);
    else whole.push(span);
  }
  return whole;
}
