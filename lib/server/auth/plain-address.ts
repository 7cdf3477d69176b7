import { isIP } from 'node:net';

/** The address in its shorter form; null where it is none, as without the server in front. */
export function plainAddress(address: string): string | null {
  const plain = address.replace(/^::ffff:(?=\d+\.)/i, '');
  return isIP(plain) ? plain : null;
}
