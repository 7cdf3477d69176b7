import { customRandom } from 'nanoid';

/** Where chance comes from: the system, or in seeds and tests a source that repeats itself. */
export interface RandomSource {
  randomBytes(size: number): Buffer;
}

/** The closed list of id prefixes, by what they name. */
const prefixes = {
  account: 'acc',
  user: 'usr',
  session: 'ses',
  apiKey: 'key',
  template: 'tpl',
  execution: 'exe',
  invoice: 'inv',
  auditEvent: 'aud',
  email: 'eml',
} as const;

const ALPHABET = '0123456789abcdefghijklmnopqrstuvwxyz';
const LENGTH = 20;

/** A new id: its prefix and 20 random characters, each equally likely (about 103 bits), e.g. `usr_4k…`. */
export function newId(random: RandomSource, thing: keyof typeof prefixes): string {
  return `${prefixes[thing]}_${customRandom(ALPHABET, LENGTH, (size) => random.randomBytes(size))()}`;
}
