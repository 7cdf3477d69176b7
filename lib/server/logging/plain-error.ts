// @ts-check
import { types } from 'node:util';
import { impersonal } from './redact-personal-data';

/** Errors of one kind that are told: causes of causes, or errors that were gathered in one. */
const MOST_TOLD = 5;

/** @typedef {{ type: string, message: string, stack: string, code?: string, digest?: string }} PlainError */

/** @param {unknown} value @returns {value is Error} also one of another realm; false where not even that can be asked */
export function isError(value) {
  try {
    return value instanceof Error || types.isNativeError(value);
  } catch {
    return false;
  }
}

/**
 * What identifies an error, its causes in its message and stack, and nothing else that it carries. Whatever was thrown,
 * this does not throw.
 *
 * @param {unknown} thrown
 * @returns {string | PlainError & { errors?: (string | PlainError)[], moreErrors?: number }} words for what is no error;
 *   `errors`: those that it or a cause gathers, without what they gather; `moreErrors`: how many of them are not told
 */
export function plainError(thrown) {
  if (!isError(thrown)) return impersonal(wording(thrown));
  const gathered = causes(thrown).flatMap((error) => {
    const errors = read(error, 'errors');
    return Array.isArray(errors) ? errors : [];
  });
  return {
    ...withoutGathered(thrown),
    ...(gathered.length > 0 && {
      errors: gathered
        .slice(0, MOST_TOLD)
        .map((error) => (isError(error) ? withoutGathered(error) : impersonal(wording(error)))),
    }),
    ...(gathered.length > MOST_TOLD && { moreErrors: gathered.length - MOST_TOLD }),
  };
}

/** @param {Error} error @returns {PlainError} */
function withoutGathered(error) {
  const chain = causes(error);
  /** @param {string} field */
  const texts = (field) => chain.map((part) => readText(part, field)).filter(Boolean);
  const code = readText(error, 'code');
  const digest = readText(error, 'digest');
  return {
    type: impersonal(readText(read(error, 'constructor'), 'name') || readText(error, 'name') || 'Error'),
    message: impersonal(texts('message').join(': ')),
    stack: impersonal(texts('stack').join('\ncaused by: ')),
    ...(code && { code: impersonal(code) }),
    ...(digest && { digest: impersonal(digest) }),
  };
}

/** @param {Error} error @returns {Error[]} the error, what caused it, what caused that */
function causes(error) {
  const chain = new Set([error]);
  let cause = read(error, 'cause');
  while (isError(cause) && !chain.has(cause) && chain.size < MOST_TOLD) {
    chain.add(cause);
    cause = read(cause, 'cause');
  }
  return [...chain];
}

/** @param {unknown} value @param {string} field @returns {unknown} nothing where reading it throws */
function read(value, field) {
  try {
    return /** @type {Record<string, unknown>} */ (value)[field];
  } catch {
    return undefined;
  }
}

/** @param {unknown} value @param {string} field */
function readText(value, field) {
  const text = read(value, field);
  return typeof text === 'string' ? text : '';
}

/** @param {unknown} value */
function wording(value) {
  try {
    return String(value);
  } catch {
    return `(${typeof value} without words)`;
  }
}
