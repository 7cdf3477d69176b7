import { APICallError, JSONParseError, TypeValidationError } from '@ai-sdk/provider';
import { ProviderFailure } from '@/lib/engine/models/provider';

/** Codes and words by which providers say that a prompt is too long for a model. */
const tooLong =
  /context_length_exceeded|context window|context length|maximum context|prompt is too long|input is too long|input token count|too many (input )?tokens|exceeds? the (maximum|available) (number of tokens|context)/i;
/** That a rule of theirs forbids the request. */
const forbidden =
  /content_policy|content_filter|policy_violation|usage policies|invalid_prompt|safety|blocked/i;
/** That the account behind the key can't pay, which waiting doesn't change. */
const unpaid = /insufficient_quota|billing_hard_limit|credit balance|billing details/i;
const unknownModel = /model_not_found|model.{0,80}(not found|does not exist|doesn't exist)/i;
/** Of an event in the middle of a stream, which has no status of its own. */
const overloaded = /overload|unavailable|server_error|internal|api_error/i;
const rateLimited = /rate.?limit|resource_exhausted|too many requests/i;

/**
 * A failure of a call as the engine understands it. Its message quotes the provider only where that concerns the
 * request: what it says of keys, accounts and addresses is the operator's.
 * @param error thrown by a language model, or an error part of its stream
 */
export function readFailure(error: unknown): ProviderFailure {
  const cause = causes(error);
  const own = cause.find((one) => one instanceof ProviderFailure);
  if (own) return own;
  if (APICallError.isInstance(error) && isAnswer(error)) return ofAnswer(error);
  if (cause.some((one) => JSONParseError.isInstance(one) || TypeValidationError.isInstance(one)))
    return new ProviderFailure("The provider's answer isn't in its own format.", {
      status: null,
      reason: 'unreadable',
    });
  if (error instanceof Error) return ofConnection(cause);
  return ofEvent(error);
}

/** Errors of a body that broke off carry the status of its beginning. */
const isAnswer = ({ statusCode, cause }: APICallError): boolean =>
  statusCode !== undefined && (statusCode >= 300 || cause === undefined);

function ofAnswer({
  statusCode = 500,
  message,
  responseHeaders,
  responseBody = '',
}: APICallError): ProviderFailure {
  const retryAfterMs = retryAfter(responseHeaders ?? {}, responseBody);
  const options = { status: statusCode, ...(retryAfterMs !== null && { retryAfterMs }) };
  const said = `${message} ${responseBody.slice(0, 4_000)}`;
  const because = (reason: NonNullable<ProviderFailure['options']['reason']>, words: string) =>
    new ProviderFailure(words, { ...options, reason });
  if (statusCode === 401 || statusCode === 403)
    return new ProviderFailure(`The provider refused the server's key (${statusCode}).`, options);
  if (unpaid.test(said)) return because('denied', "The server's account at the provider has no credit left.");
  if (statusCode === 413 || (statusCode === 400 && tooLong.test(said)))
    return because('context', "The prompt is longer than the model's context.");
  if (statusCode === 404 || (statusCode === 400 && unknownModel.test(said)))
    return because('unknown_model', "The provider doesn't know the model, or the key may not use it.");
  if (statusCode === 400 && forbidden.test(said)) return because('refusal', message);
  if (statusCode < 400)
    return because(
      'unreadable',
      `The provider answered with a redirect (${statusCode}), which isn't followed.`,
    );
  return new ProviderFailure(message || `The provider answered with ${statusCode}.`, options);
}

/** No answer, or one that broke off. */
function ofConnection(cause: readonly unknown[]): ProviderFailure {
  const code = cause.map((one) => (one as { code?: unknown }).code).find((one) => typeof one === 'string');
  return new ProviderFailure(`The connection to the provider failed${code ? ` (${code})` : ''}.`, {
    status: null,
  });
}

/** An error as an event of the stream: `{ message, type, code, statusCode }`, of which any may be missing. */
function ofEvent(event: unknown): ProviderFailure {
  const { message, statusCode } = (event ?? {}) as { message?: unknown; statusCode?: unknown };
  const said = JSON.stringify(event) ?? '';
  const status =
    typeof statusCode === 'number'
      ? statusCode
      : rateLimited.test(said)
        ? 429
        : overloaded.test(said)
          ? 503
          : 500;
  const words = typeof message === 'string' ? message : 'The provider ended its answer with an error.';
  return new ProviderFailure(words, { status, ...(unpaid.test(said) && { reason: 'denied' }) });
}

/** An error and what led to it, outermost first. */
function causes(error: unknown): unknown[] {
  const found: unknown[] = [];
  for (let one = error; one instanceof Error && !found.includes(one); one = one.cause) found.push(one);
  return found;
}

/**
 * When a provider says to come back, in milliseconds from now: `Retry-After` in seconds or as a date (RFC 9110, 10.2.3),
 * `retry-after-ms` of OpenAI, `RetryInfo` in Google's errors.
 */
function retryAfter(headers: Record<string, string>, body: string): number | null {
  const exact = Number(headers['retry-after-ms']);
  if (headers['retry-after-ms'] && exact >= 0) return exact;
  const header = headers['retry-after']?.trim();
  if (header && /^\d+(\.\d+)?$/.test(header)) return Number(header) * 1_000;
  const date = header ? Date.parse(header) : Number.NaN;
  if (!Number.isNaN(date)) return Math.max(0, date - Date.now());
  const delay = /"retryDelay"\s*:\s*"(\d+(?:\.\d+)?)s"/.exec(body)?.[1];
  return delay === undefined ? null : Number(delay) * 1_000;
}
