import { customRandom } from 'nanoid';

/** A source of random bytes: the system's or, in seeds and tests, a repeatable one. */
export interface RandomSource {
  randomBytes(size: number): Buffer;
}

/** The complete list of id prefixes, by the kind of record. */
export const idPrefixes = {
  account: 'acc',
  user: 'usr',
  session: 'ses',
  apiKey: 'key',
  template: 'tpl',
  execution: 'exe',
  job: 'job',
  bulkFile: 'upl',
  bulkRun: 'bulk',
  batchFile: 'bfile',
  batch: 'batch',
  worker: 'wrk',
  file: 'file',
  callback: 'msg',
  approval: 'apr',
  webhookSecret: 'whs',
  testMessage: 'tst',
  invoice: 'inv',
  auditEvent: 'aud',
  email: 'eml',
} as const;

const ALPHABET = '0123456789abcdefghijklmnopqrstuvwxyz';
const LENGTH = 20;

/** A new id: its prefix and 20 random characters, each equally likely (about 103 bits), e.g. `usr_4k…`. */
export function newId(random: RandomSource, thing: keyof typeof idPrefixes): string {
  return `${idPrefixes[thing]}_${customRandom(ALPHABET, LENGTH, (size) => random.randomBytes(size))()}`;
}
