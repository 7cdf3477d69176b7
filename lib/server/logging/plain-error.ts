import { types } from 'node:util';

/** How many errors of one kind are logged at most: causes of causes, or members of an aggregate. */
const MOST_LOGGED = 5;

interface PlainError {
  type: string;
  message: string;
  stack: string;
  code?: string;
  digest?: string;
}

interface PlainErrors extends PlainError {
  /** The members of it or a cause that is an aggregate, without their own members. */
  errors?: (string | PlainError)[];
  /** How many of them `errors` omits. */
  moreErrors?: number;
}

/** Whether a value is an error, also of another realm; false if the check itself throws. */
export function isError(value: unknown): value is Error {
  try {
    return value instanceof Error || types.isNativeError(value);
  } catch {
    return false;
  }
}

/**
 * The properties that identify an error, with its causes in message and stack, and nothing else. Never throws, whatever
 * the value is.
 *
 * @returns a text if the value isn't an error
 */
export function plainError(thrown: unknown): string | PlainErrors {
  if (!isError(thrown)) return redactPersonalData(wording(thrown));
  const gathered = causes(thrown).flatMap((error) => {
    const errors = read(error, 'errors');
    return Array.isArray(errors) ? errors : [];
  });
  return {
    ...withoutGathered(thrown),
    ...(gathered.length > 0 && {
      errors: gathered
        .slice(0, MOST_LOGGED)
        .map((error) => (isError(error) ? withoutGathered(error) : redactPersonalData(wording(error)))),
    }),
    ...(gathered.length > MOST_LOGGED && { moreErrors: gathered.length - MOST_LOGGED }),
  };
}

function withoutGathered(error: Error): PlainError {
  const chain = causes(error);
  const texts = (field: string) => chain.map((part) => readText(part, field)).filter(Boolean);
  const code = readText(error, 'code');
  const digest = readText(error, 'digest');
  return {
    type: redactPersonalData(
      readText(read(error, 'constructor'), 'name') || readText(error, 'name') || 'Error',
    ),
    message: redactPersonalData(texts('message').join(': ')),
    stack: redactPersonalData(texts('stack').join('\ncaused by: ')),
    ...(code && { code: redactPersonalData(code) }),
    ...(digest && { digest: redactPersonalData(digest) }),
  };
}

/** The error, its cause, that cause's cause, and so on. */
function causes(error: Error): Error[] {
  const chain = new Set([error]);
  let cause = read(error, 'cause');
  while (isError(cause) && !chain.has(cause) && chain.size < MOST_LOGGED) {
    chain.add(cause);
    cause = read(cause, 'cause');
  }
  return [...chain];
}

/** Undefined if reading the field throws. */
function read(value: unknown, field: string): unknown {
  try {
    return (value as Record<string, unknown>)[field];
  } catch {
    return undefined;
  }
}

function readText(value: unknown, field: string): string {
  const text = read(value, field);
  return typeof text === 'string' ? text : '';
}

function wording(value: unknown): string {
  try {
    return String(value);
  } catch {
    return `(${typeof value} without words)`;
  }
}

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
