import { request as httpRequest, type IncomingMessage } from 'node:http';
import type { CallbackErrorCode } from '@/lib/config/callback-errors';
import { storableText } from '@/lib/server/jobs/ledger/job-rows';
import { AddressRefused, connectPublicly, type Reach } from '@/lib/server/webhooks/connect-publicly';

/** The outcome of a message. */
export interface Outcome {
  /** HTTP status; null without a response. */
  status: number | null;
  /** Null if it was delivered. */
  code: CallbackErrorCode | null;
  message: string | null;
  /** The first KiB of the response's body; null without a response. */
  response: string | null;
  milliseconds: number;
  /** The response's header. */
  retryAfter: string | null;
}

export interface Posting extends Reach {
  /** Until the response has come. */
  timeoutMs: number;
  /** Milliseconds that never jump. */
  elapsed(): number;
  /** Ends it, as if it couldn't be reached. */
  signal?: AbortSignal | undefined;
}

/** Bytes of a response that are read, and of those, that are kept. */
const READ = 64 * 1024;
const KEPT = 1024;

/**
 * Posts a message once: no redirects, no proxy, a connection of its own.
 * @param headers whose values must be fit for a header
 * @returns its outcome; it never throws for what the other side does
 */
export async function postMessage(
  address: string,
  headers: Readonly<Record<string, string>>,
  body: string,
  { timeoutMs, elapsed, signal, ...reach }: Posting,
): Promise<Outcome> {
  const begun = elapsed();
  const clock = new AbortController();
  const timer = setTimeout(() => clock.abort(new Error(`No response in ${timeoutMs / 1000} s.`)), timeoutMs);
  const ended = signal ? AbortSignal.any([signal, clock.signal]) : clock.signal;
  try {
    const answer = await exchange(new URL(address), headers, body, reach, ended);
    return { ...outcomeOf(answer), milliseconds: Math.round(elapsed() - begun) };
  } catch (error) {
    const isRefused = error instanceof AddressRefused;
    return {
      status: null,
      code: isRefused ? 'CALLBACK_ADDRESS_REFUSED' : 'CALLBACK_UNREACHABLE',
      message: isRefused ? error.message : reasonOf(ended.aborted ? ended.reason : error),
      response: null,
      milliseconds: Math.round(elapsed() - begun),
      retryAfter: null,
    };
  } finally {
    clearTimeout(timer);
  }
}

/** A receiver's response. */
export interface Answer {
  status: number;
  retryAfter: string | null;
  /** Its beginning. */
  text: string;
}

/** The outcome of a response. */
export function outcomeOf({ status, retryAfter, text }: Answer): Omit<Outcome, 'milliseconds'> {
  const isDelivered = status >= 200 && status < 300;
  const code = isDelivered ? null : status === 410 ? 'CALLBACK_GONE' : 'CALLBACK_REJECTED';
  const message = isDelivered ? null : `The receiver responded with ${status}.`;
  return { status, code, message, response: storableText(text), retryAfter };
}

async function exchange(
  url: URL,
  headers: Readonly<Record<string, string>>,
  body: string,
  reach: Reach,
  signal: AbortSignal,
): Promise<Answer> {
  const socket = await connectPublicly(url, reach, signal);
  try {
    const response = await new Promise<IncomingMessage>((resolve, reject) => {
      const request = httpRequest({
        createConnection: () => socket,
        method: 'POST',
        path: url.pathname + url.search,
        headers: {
          host: url.host,
          ...headers,
          'content-length': Buffer.byteLength(body),
          connection: 'close',
        },
        signal,
      });
      request
        .on('response', resolve)
        .on('error', reject)
        // A 101 ends the request without either of them.
        .on('close', () => reject(new Error('The connection was closed before a response came.')))
        .end(body);
    });
    const bytes = await beginningOf(response);
    const retryAfter = response.headers['retry-after'] ?? null;
    return { status: response.statusCode ?? 0, retryAfter, text: textOf(bytes) };
  } finally {
    socket.destroy();
  }
}

/** The first bytes of a body. Its status has decided by then: a body that breaks off or never ends changes nothing. */
async function beginningOf(response: IncomingMessage): Promise<Buffer> {
  const kept: Buffer[] = [];
  let read = 0;
  try {
    for await (const chunk of response as AsyncIterable<Buffer>) {
      if (read < KEPT) kept.push(chunk.subarray(0, KEPT - read));
      read += chunk.length;
      if (read >= READ) break;
    }
  } catch {
    // The part that has come is kept.
  }
  return Buffer.concat(kept);
}

/** Without a character that the limit has cut. */
const textOf = (bytes: Buffer): string => new TextDecoder().decode(bytes, { stream: bytes.length === KEPT });

/** The systems' codes of a failed connection, in words. */
const reasons: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'The connection was refused.',
  ECONNRESET: 'The connection was closed before a response came.',
  EHOSTUNREACH: "The host isn't reachable.",
  ENETUNREACH: "The network isn't reachable.",
  EPIPE: 'The connection was closed before a response came.',
  ETIMEDOUT: "The connection couldn't be made in time.",
  ENOTFOUND: 'The name has no address.',
  ENODATA: 'The name has no address.',
  ESERVFAIL: "The name couldn't be resolved.",
  ETIMEOUT: "The name couldn't be resolved in time.",
};

function reasonOf(error: unknown): string {
  const { code, message } = error as NodeJS.ErrnoException;
  if (code === undefined) return message || "The connection couldn't be made.";
  if (code.startsWith('HPE_')) return "The response isn't HTTP.";
  if (code.startsWith('ERR_TLS') || code.includes('CERT') || code.startsWith('ERR_SSL'))
    return `The certificate or TLS failed: ${code}.`;
  return reasons[code] ?? `The connection failed: ${code}.`;
}
