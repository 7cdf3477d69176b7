import { isIP } from 'node:net';

/** The caller's network address; null where that is `unknown`, as without the server in front (client-address.ts). */
export const knownAddress = (address: string): string | null => (isIP(address) ? address : null);
