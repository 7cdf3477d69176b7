import { describe, expect, test } from 'vitest';
import type { Prepared } from './define-preprocessor';
import { hideKnown } from './hide-known';
import { restoreValues } from './placeholders';
import { stripSensitiveData } from './strip-sensitive-data';

/** Of a step for each pair of characters, even the quickest would take many times `LEAST_MS` on twice this length. */
const LENGTH = 50_000;
/** Twice the text takes twice the processor time, four times if it is quadratic. */
const MOST_RATIO = 3.2;
/** Shorter times (ms) say nothing. */
const LEAST_MS = 100;
const ATTEMPTS = 4;

const words = [
  'a',
  '1',
  '@',
  '_',
  'é',
  '電',
  'a.a.a.',
  '+49 ',
  '030 ',
  '1 ',
  '0',
  '(',
  '://',
  '\n',
  '\\n',
  '"',
  "'",
];
const beginnings = [
  ...[
    'sk-',
    '-----BEGIN',
    '-----BEGIN PRIVATE KEY-----',
    '-----BEGIN PRIVATE KEY-----\n',
    'eyJ',
    'eyJaaaaaaaaaaa.',
  ],
  ...[
    'a@',
    'a%40',
    '"a@',
    '://a:',
    '://a:b@',
    'Bearer ',
    '4111 ',
    '4111-',
    'DE89',
    'DE89 ',
    'xoxb-',
    'AccountKey=',
  ],
  ...[
    'password=',
    'password="',
    'password: ',
    'password is ',
    '<password>',
    '--token ',
    'name: value ',
    '-u a:',
  ],
  ...[
    '[EMAIL_',
    '[EMAIL_1',
    'tel 1 ',
    'password=„',
    'token=aB3dE5fG7',
    '("token","',
    'login a password ',
    'ssh -v ',
    'bot12345678:',
    'https://discord.com/api/webhooks/1',
  ],
];

const strip = (text: string) =>
  stripSensitiveData.prepare(text, stripSensitiveData.options.parse({}), {
    variables: {},
    file: null,
    hidden: [],
  }) as Prepared;

describe('the time grows with the text alone', () => {
  test.each([...words, ...beginnings])('of %j', (part) => {
    expectLinear((length) => part.repeat(length / part.length), strip);
  });

  test('of a block of a key that never ends', () => {
    expectLinear((length) => `-----BEGIN PRIVATE KEY-----\n${'aB3d\n'.repeat(length / 5)}`, strip);
  });

  test('of many different addresses', () => {
    expectLinear(
      (length) => Array.from({ length: length / 20 }, (_, i) => `user${i}@example.com`).join(' '),
      strip,
    );
  });

  test('of known values that repeat themselves', () => {
    const value = `${'ab'.repeat(20_000)}-1`;
    const plain = Array.from({ length: 500 }, (_, i) => 'a'.repeat(i + 1));
    const hidden = [value, `b${value}`, ...plain].map((known, i) => ({
      placeholder: `[TOKEN_${i}]`,
      value: known,
      restore: true,
    }));
    expectLinear(
      (length) => 'ab'.repeat(length),
      (text) => hideKnown(text, hidden),
    );
    expectLinear(
      (length) => 'a'.repeat(2 * length),
      (text) => hideKnown(text, hidden),
    );
  });

  test('of placeholders to restore', () => {
    const hidden = [{ placeholder: '[EMAIL_1]', value: '[EMAIL_1]'.repeat(5), restore: true }];
    expectLinear(
      (length) => '[EMAIL_1'.repeat(length),
      (text) => restoreValues(text, hidden),
    );
    expectLinear(
      (length) => '[EMAIL_1]'.repeat(length / 5),
      (text) => restoreValues(text, hidden),
    );
  });
});

/** The least ratio of several attempts counts: a disturbance only ever makes one longer. */
function expectLinear(make: (length: number) => string, run: (text: string) => unknown): void {
  const texts = [make(LENGTH), make(2 * LENGTH)];
  let least = Number.POSITIVE_INFINITY;
  for (let attempt = 0; attempt < ATTEMPTS && least > MOST_RATIO; attempt += 1) {
    const [once, twice] = texts.map((text) => {
      const from = process.cpuUsage();
      run(text);
      const { user, system } = process.cpuUsage(from);
      return (user + system) / 1_000;
    }) as [number, number];
    least = Math.min(least, twice < LEAST_MS ? 0 : twice / once);
  }
  expect(least).toBeLessThan(MOST_RATIO);
}
