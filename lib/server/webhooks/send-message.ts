import { version } from '@/lib/config/releases';
import type { ServerContext } from '@/lib/server/runtime/context';
import type { ResolveName } from '@/lib/server/webhooks/connect-publicly';
import { type Outcome, postMessage } from '@/lib/server/webhooks/post-message';
import { signedText, signMessage } from '@/lib/server/webhooks/sign-message';
import type { TestReceiver } from '@/lib/server/webhooks/test-receiver';
import { signingSecrets } from '@/lib/server/webhooks/webhook-secrets';

/** How long (ms) a receiver has for its response. */
export const DELIVERY_MS = 15_000;

/** How this server sends callbacks. */
export interface SendOptions {
  /** Whether they may go to private addresses, and by http. */
  allowsPrivate: boolean;
  /** Its own receiver of test messages, which they reach without the network. */
  testReceiver?: TestReceiver | undefined;
  /** How names are resolved, if not by DNS. */
  resolve?: ResolveName | undefined;
}

/** A request as it's sent. */
export interface SignedRequest {
  url: string;
  headers: Record<string, string>;
  body: string;
  /** The text that was signed. */
  signedText: string;
}

/** Signs a message of an account, as of now. */
export async function signRequest(
  ctx: ServerContext,
  accountId: string,
  { id, url, body, traceparent }: { id: string; url: string; body: string; traceparent: string | null },
): Promise<SignedRequest> {
  const message = { id, timestamp: Math.floor(ctx.now().getTime() / 1000), body };
  return {
    url,
    headers: {
      'content-type': 'application/json',
      'user-agent': `Switchyard/${version}`,
      'webhook-id': id,
      'webhook-timestamp': String(message.timestamp),
      'webhook-signature': signMessage(message, await signingSecrets(ctx, accountId)),
      ...(traceparent !== null && { traceparent }),
    },
    body,
    signedText: signedText(message),
  };
}

/** Sends a signed request once. */
export function sendRequest(
  ctx: Pick<ServerContext, 'elapsed'>,
  { url, headers, body }: SignedRequest,
  { testReceiver, resolve, allowsPrivate }: SendOptions,
  signal?: AbortSignal,
): Promise<Outcome> {
  const posting = { allowsPrivate, resolve, timeoutMs: DELIVERY_MS, elapsed: ctx.elapsed, signal };
  return testReceiver?.take(url, headers, body) ?? postMessage(url, headers, body, posting);
}
