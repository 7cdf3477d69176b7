/** Characters of a message or stack that the log takes. */
const LONGEST = 4_000;

/** What a cut could have left half of: the longest email address. */
const HALF_WORD = /\S{1,320}$/;

// None takes more than a moment for any text: what is repeated without bound is tried from where it begins alone.
const SECRET = /sy_(?:live|session)_[\w-]+/gi;
const PASSWORD_HASH = /(?:\$|%24)argon2\S*/gi;
const QUERY = /\?(?![)\]}"'`.,;:!?]{0,3}(?:\s|$))\S+/g;
const USER_OF_ADDRESS = /\/\/[^\s/@]+@/g;
const QUOTED_MAILBOX = /"[^"\r\n]{1,64}"@/g;
const EMAIL =
  /(?<![\p{L}\p{M}\p{N}_.+%'’!#$*~^-])('?)[\p{L}\p{M}\p{N}_.+%'’!#$*~^-]+(?:@|%40)(?:\[[^\]\s]{0,255}\]?|[\p{L}\p{M}\p{N}_%][\p{L}\p{M}\p{N}_.%-]*)/giu;

/**
 * A text as the log may have it.
 * @param text that code has put together, perhaps with what a person typed
 * @returns cut, and without what looks like a credential, a password's hash, an email address or the query of
 *   an address
 */
export const redactPersonalData = (text: string): string =>
  (text.length > LONGEST ? text.slice(0, LONGEST).replace(HALF_WORD, '…') : text)
    .replace(SECRET, '…')
    .replace(PASSWORD_HASH, '…')
    .replace(QUERY, '?…')
    .replace(USER_OF_ADDRESS, '//…@')
    .replace(QUOTED_MAILBOX, 'mailbox@')
    .replace(EMAIL, '$1…');
