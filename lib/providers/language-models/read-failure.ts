import { APICallError, JSONParseError, TypeValidationError } from '@ai-sdk/provider';
import { type FailureReason, ProviderFailure } from '@/lib/engine/calls/provider';
import type { LanguageModelSource } from './language-model-source';

/** Codes and words by which providers say that a prompt is too long for a model. */
const tooLong =
  /context_length_exceeded|context window|context length|maximum context|prompt is too long|input is too long|input token count|too many (input )?tokens|exceeds? the (maximum|available) (number of tokens|context)/i;
/** That a rule of theirs forbids the request. */
const forbidden =
  /content_policy|content_filter|policy_violation|usage policies|invalid_prompt|safety|blocked/i;
/** That the account behind the key can't pay, which waiting doesn't change. */
const unpaid = /insufficient_quota|billing_hard_limit|credit balance|billing details/i;
const badKey =
  /api_key_invalid|api key (not valid|expired)|(invalid|incorrect) api key|organization must be verified/i;
/** Text in a provider's message that looks like a key, an organization or an address. */
const ofOperator = /\b(?:sk|org|proj)[-_][\w*.-]{4,}|\bAIza[\w*.-]+|\bbearer\s+\S+|\bhttps?:\/\/\S+/gi;
/** So much of what a provider says is searched for its meaning. */
const MOST_CHARACTERS = 4_000;
/** An event that the SDK can't read, in its words. */
const unreadable = /^(Type validation|JSON parsing) failed/;
const unknownModel = /model_not_found|model.{0,80}(not found|does not exist|doesn't exist)/i;
/** Of an event in the middle of a stream, which has no status of its own. */
const overloaded = /overload|unavailable|server_error/i;
const notInFormat = "The provider's answer isn't in its own format.";
const rateLimited = /rate.?limit|resource_exhausted|too many requests/i;

/**
 * A failure of a call as the engine understands it. Its message quotes the provider only where that concerns the
 * request: what it says of keys, limits, accounts and addresses is the operator's.
 * @param error thrown by a language model, or an error part of its stream
 * @param isOpen whether the provider had accepted the call: what it says then is an event of its stream
 */
export function readFailure(
  error: unknown,
  isOpen: boolean,
  source: Pick<LanguageModelSource, 'hidden' | 'isUnreadable' | 'retryAfterMs'>,
): ProviderFailure {
  const { hidden } = source;
  const cause = causes(error);
  const own = cause.find((one) => one instanceof ProviderFailure);
  if (own) return own;
  if (APICallError.isInstance(error) && isAnswer(error)) {
    const { statusCode: status = 500, message, responseHeaders = {}, responseBody = '' } = error;
    const said = `${message.slice(0, MOST_CHARACTERS)} ${responseBody.slice(0, MOST_CHARACTERS)}`;
    // For an event, the SDK makes a status up.
    const meant = isOpen ? (statusOfEvent(said) ?? status) : status;
    return saying(meant, message, said, hidden, retryAfter(responseHeaders, responseBody, source));
  }
  if (cause.some((one) => isUnreadable(one) || (one instanceof Error && source.isUnreadable?.(one))))
    return new ProviderFailure(notInFormat, { status: null, reason: 'unreadable' });
  if (error instanceof Error) return ofConnection(cause);
  const { message, statusCode } = (error ?? {}) as { message?: unknown; statusCode?: unknown };
  const said = (JSON.stringify(error) ?? '').slice(0, MOST_CHARACTERS);
  const status = statusOfEvent(said) ?? (typeof statusCode === 'number' ? statusCode : 500);
  return saying(status, typeof message === 'string' ? message : '', said, hidden, null);
}

/** An event that the SDK can't read. */
const isUnreadable = (error: unknown): boolean =>
  JSONParseError.isInstance(error) || TypeValidationError.isInstance(error);

/** Errors of a body that broke off carry the status of its beginning. */
const isAnswer = ({ statusCode, cause }: APICallError): boolean =>
  statusCode !== undefined && (statusCode >= 300 || cause === undefined);

/** The status that an error of the stream stands for, as far as its wording shows it. */
const statusOfEvent = (said: string): number | null =>
  rateLimited.test(said) ? 429 : overloaded.test(said) ? 503 : null;

/** @param said all that the provider said */
function saying(
  status: number,
  message: string,
  said: string,
  hidden: readonly string[],
  retryAfterMs: number | null,
): ProviderFailure {
  const options = { status, ...(retryAfterMs !== null && { retryAfterMs }) };
  const because = (reason: FailureReason, words: string) =>
    new ProviderFailure(words, { ...options, reason });
  if (unreadable.test(message)) return because('unreadable', notInFormat);
  if (status < 400)
    return because('unreadable', `The provider returned a redirect (${status}), which isn't followed.`);
  if (status === 401 || status === 403 || (status === 400 && badKey.test(said)))
    return because('denied', `The provider refused the server's key (${status}).`);
  // Some providers mention billing with every limit. If they say when to call again, the limit passes.
  if (unpaid.test(said) && retryAfterMs === null)
    return because('denied', "The server's account at the provider has no credit left.");
  if (status === 429) return new ProviderFailure("The provider limits the server's calls (429).", options);
  if (status === 413 || tooLong.test(said))
    return because('context', "The prompt is longer than the model's context.");
  if (status === 404 || (status === 400 && unknownModel.test(said)))
    return because('unknown_model', "The provider doesn't know the model, or the key may not use it.");
  if (status === 400 && forbidden.test(said)) return because('refusal', quoted(message, hidden));
  if (status === 408 || status >= 500)
    return new ProviderFailure(`The provider returned ${status}.`, options);
  const refuses = status === 400 ? optionalPart(said) : null;
  return new ProviderFailure(quoted(message, hidden) || `The provider returned ${status}.`, {
    ...options,
    ...(refuses && { refuses }),
  });
}

/** A provider's message about a request, without the operator's data. */
const quoted = (message: string, hidden: readonly string[]): string =>
  hidden
    .filter((one) => one !== '')
    .reduce((text, one) => text.replaceAll(one, '…'), message.slice(0, MOST_CHARACTERS))
    .replace(ofOperator, '…');

/** The part of a request that a provider complains about, if it's optional. */
function optionalPart(said: string): 'schema' | 'temperature' | null {
  if (/schema|response_?format|output_format/i.test(said)) return 'schema';
  return /temperature/i.test(said) ? 'temperature' : null;
}

/** The connection failed before or during the response. */
function ofConnection(cause: readonly unknown[]): ProviderFailure {
  const code = cause.map((one) => (one as { code?: unknown }).code).find(isOfSystem);
  return new ProviderFailure(`The connection to the provider failed${code ? ` (${code})` : ''}.`, {
    status: null,
  });
}

/** `ECONNREFUSED` says something to people; `UND_ERR_SOCKET` and other codes of libraries don't. */
const isOfSystem = (code: unknown): code is string =>
  typeof code === 'string' && !/^(?:UND_ERR|HPE|ERR)_/.test(code);

/** An error and what led to it, outermost first. */
function causes(error: unknown): unknown[] {
  const found: unknown[] = [];
  for (let one = error; one instanceof Error && !found.includes(one); one = one.cause) found.push(one);
  return found;
}

/** When to call again, in milliseconds from now: in the provider's own way, or by `Retry-After` (RFC 9110, 10.2.3). */
function retryAfter(
  headers: Record<string, string>,
  body: string,
  { retryAfterMs }: Pick<LanguageModelSource, 'retryAfterMs'>,
): number | null {
  const own = retryAfterMs?.(headers, body) ?? null;
  if (own !== null) return own;
  const header = headers['retry-after']?.trim();
  if (header && /^\d+(\.\d+)?$/.test(header)) return Number(header) * 1_000;
  const date = header ? Date.parse(header) : Number.NaN;
  if (!Number.isNaN(date)) {
    // By the provider's own clock if it states the time, since this server's may be wrong.
    const stated = Date.parse(headers.date ?? '');
    return Math.max(0, date - (Number.isNaN(stated) ? Date.now() : stated));
  }
  return null;
}
