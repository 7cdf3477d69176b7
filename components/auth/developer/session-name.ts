import type { MySession } from './my-sessions-query';

/** A session in words: `Firefox on Linux (203.0.113.7)`. */
export const sessionName = ({ device, address }: Pick<MySession, 'device' | 'address'>) =>
  address ? `${device} (${address})` : device;
