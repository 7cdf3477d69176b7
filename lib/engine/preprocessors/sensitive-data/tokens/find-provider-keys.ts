import { WORD, WORD_START } from '@/lib/engine/preprocessors/sensitive-data/characters';
import type { Span } from '@/lib/engine/preprocessors/sensitive-data/finding';
import { providerKeys } from './provider-keys';
import { isRandom } from './secret-value';

const prefixed = (keys: typeof providerKeys) =>
  new RegExp(
    `(?:(?<=/bot)|(?<![-])${WORD_START})(?:${keys.map(({ pattern }) => pattern.source).join('|')})(?![${WORD}])`,
    'g',
  );
const certain = prefixed(providerKeys.filter(({ mustBeRandom }) => !mustBeRandom));
const likely = prefixed(providerKeys.filter(({ mustBeRandom }) => mustBeRandom));

/** Finds keys of known providers by their prefixes and lengths. */
export function findProviderKeys(text: string): Span[] {
  return [
    ...[...text.matchAll(certain)].filter(({ 0: key }) => !/x{6}|X{6}|(.)\1{9}/.test(key)),
    ...[...text.matchAll(likely)].filter(({ 0: key }) => isRandom(key)),
  ].map(({ index, 0: key }) => ({ start: index, end: index + key.length }));
}
