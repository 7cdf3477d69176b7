/** How many characters of a message or stack are logged. */
const LONGEST = 4_000;

/** The last word, which the cut may have split: up to the length of the longest email address. */
const HALF_WORD = /\S{1,320}$/;

// None is slow for any text: unbounded repetitions are only tried from where they begin.
const SECRET = /sy_(?:live|session)_[\w-]+/gi;
const PASSWORD_HASH = /(?:\$|%24)argon2\S*/gi;
const QUERY = /\?(?![)\]}"'`.,;:!?]{0,3}(?:\s|$))\S+/g;
const USER_OF_ADDRESS = /\/\/[^\s/@]+@/g;
const QUOTED_MAILBOX = /"[^"\r\n]{1,64}"@/g;
const EMAIL =
  /(?<![\p{L}\p{M}\p{N}_.+%'’!#$*~^-])('?)[\p{L}\p{M}\p{N}_.+%'’!#$*~^-]+(?:@|%40)(?:\[[^\]\s]{0,255}\]?|[\p{L}\p{M}\p{N}_%][\p{L}\p{M}\p{N}_.%-]*)/giu;

/**
 * Redacts a text for the log.
 * @param text composed by code, perhaps with what a person typed
 * @returns the text, cut, without anything that looks like a credential, a password's hash, an email address or the
 *   query of a URL
 */
export const redactPersonalData = (text: string): string =>
  (text.length > LONGEST ? text.slice(0, LONGEST).replace(HALF_WORD, '…') : text)
    .replace(SECRET, '…')
    .replace(PASSWORD_HASH, '…')
    .replace(QUERY, '?…')
    .replace(USER_OF_ADDRESS, '//…@')
    .replace(QUOTED_MAILBOX, 'mailbox@')
    .replace(EMAIL, '$1…');
