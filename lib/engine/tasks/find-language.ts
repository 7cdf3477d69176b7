import { detect } from 'tinyld';

const ENOUGH_CHARACTERS = 4_000;

/** The language of a text as a BCP 47 tag; `und` (undetermined) if its beginning doesn't show it. */
export function findLanguage(text: string): string {
  return detect(text.slice(0, ENOUGH_CHARACTERS)) || 'und';
}
