import { createHmac, timingSafeEqual } from 'node:crypto';
import type { RandomSource } from '@/lib/server/ids';

/** The signed text of a message (Standard Webhooks). */
export interface Message {
  id: string;
  /** Seconds since 1970. */
  timestamp: number;
  body: string;
}

const SECRET_PREFIX = 'whsec_';
const SECRET_BYTES = 32;
/** How far (s) a message's timestamp may be from now. */
const TOLERANCE = 5 * 60;

/** A fresh secret: `whsec_` and 32 random bytes in Base64. */
export const newWebhookSecret = (random: RandomSource): string =>
  SECRET_PREFIX + random.randomBytes(SECRET_BYTES).toString('base64');

/** The part of a secret that may be shown: its prefix and its last characters. */
export const webhookSecretHint = (secret: string): string =>
  `${SECRET_PREFIX}…${secret.replace(/=+$/, '').slice(-4)}`;

/** The text that is signed. */
export const signedText = ({ id, timestamp, body }: Message): string => `${id}.${timestamp}.${body}`;

/** The header `webhook-signature`: a signature by each secret, a space between. */
export const signMessage = (message: Message, secrets: readonly string[]): string =>
  secrets.map((secret) => `v1,${digest(message, secret).toString('base64')}`).join(' ');

const digest = (message: Message, secret: string): Buffer =>
  createHmac('sha256', Buffer.from(secret.slice(SECRET_PREFIX.length), 'base64'))
    .update(signedText(message))
    .digest();

/**
 * Checks a message as its receiver should.
 * @param headers by their lower-case names
 * @param now in milliseconds
 * @returns why it isn't genuine or recent; null if it is
 */
export function signatureProblem(
  headers: Readonly<Record<string, string | undefined>>,
  body: string,
  secrets: readonly string[],
  now: number,
): string | null {
  const id = headers['webhook-id'];
  const sentAt = headers['webhook-timestamp'];
  const signatures = headers['webhook-signature'];
  if (!id || !sentAt || !signatures)
    return 'One of the headers webhook-id, webhook-timestamp and webhook-signature is missing.';
  if (!/^\d{1,15}$/.test(sentAt)) return "webhook-timestamp isn't a number of seconds.";
  const timestamp = Number(sentAt);
  if (Math.abs(now / 1000 - timestamp) > TOLERANCE)
    return 'webhook-timestamp is more than five minutes away from now.';
  const expected = secrets.map((secret) => digest({ id, timestamp, body }, secret));
  const given = signatures
    .split(' ')
    .flatMap((signature) => (signature.startsWith('v1,') ? [Buffer.from(signature.slice(3), 'base64')] : []));
  if (given.length === 0) return 'webhook-signature contains no signature that begins with v1,.';
  const isGenuine = given.some((signature) =>
    expected.some((digest) => digest.length === signature.length && timingSafeEqual(digest, signature)),
  );
  return isGenuine ? null : "No signature fits this body and the account's secret.";
}
