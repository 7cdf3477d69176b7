/**
 * 32 random hex digits, as an idempotency key or a mark. Pages without HTTPS, as on an internal network, have no
 * `crypto.randomUUID`.
 */
export const newKey = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join(
    '',
  );
