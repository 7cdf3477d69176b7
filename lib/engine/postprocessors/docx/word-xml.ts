/** Namespaces of a part's root. */
export const wordNamespaces =
  'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main" ' +
  'xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"';

export const declaration = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';

const escapes: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/** A text in XML, without the characters that XML 1.0 can't hold. */
export const xmlText = (text: string): string =>
  text
    .toWellFormed()
    // biome-ignore lint/suspicious/noControlCharactersInRegex: these are the ones that XML lacks.
    .replace(/[\0-\x08\x0B\x0C\x0E-\x1F\uFFFE\uFFFF]/g, '')
    .replace(/[&<>"]/g, (character) => escapes[character] ?? character);

const rightToLeft = String.raw`[[\p{sc=Hebrew}\p{sc=Arabic}\p{sc=Syriac}\p{sc=Thaana}\p{sc=Nko}\p{sc=Adlam}]&&\p{L}]`;
/** The first of these decides the direction: digits and signs have none of their own. */
const STRONG = /[\p{L}\u200E\u200F\u061C]/u;
const RIGHT_TO_LEFT = new RegExp(`^(?:${rightToLeft}|[\u200F\u061C])`, 'v');
/** Words of these scripts, with the signs and digits between them. */
const RIGHT_TO_LEFT_WORDS = new RegExp(`(${rightToLeft}(?:\\P{L}*${rightToLeft})*\\p{M}*)`, 'v');

/** Whether a text's first strong character is right-to-left. */
export const isRightToLeft = (text: string): boolean => RIGHT_TO_LEFT.test(STRONG.exec(text)?.[0] ?? '');

/** A text's parts in turn: left-to-right, right-to-left, left-to-right, and so on. Some may be empty. */
export const splitByDirection = (text: string): string[] => text.split(RIGHT_TO_LEFT_WORDS);
