import { describe, test } from 'vitest';
import { expectLinear } from '@/testing/expect-linear';
import type { Prepared } from './define-preprocessor';
import { hideKnown } from './hide-known';
import { restoreValues } from './placeholders';
import { stripSensitiveData } from './strip-sensitive-data';

/** Of a step for each pair of characters, even the quickest would take seconds on twice this length. */
const LENGTH = 50_000;

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
  ...[
    'Cookie: ',
    'Cookie: a=',
    'set-cookie: a=b; ',
    'cookie: path; ',
    'mysql ',
    'mysql -p',
    'mysql "',
    "sshpass -p '",
    'htpasswd -b a b ',
    '"phone":"1',
    'phone 1',
    '%2B1',
    '123-45-',
    'ssn 1',
    'pwd=a&',
    'A=a&',
    'password: a-',
    'DB_PASSWORD=',
    'key: { ',
  ],
];

const strip = (text: string, options: object = {}) =>
  stripSensitiveData.prepare(text, stripSensitiveData.options.parse(options), {
    variables: {},
    file: null,
    hidden: [],
  }) as Prepared;

describe('the time grows with the text alone', () => {
  test.each([...words, ...beginnings])('of %j', async (part) => {
    await expectLinear(
      LENGTH,
      (length) => part.repeat(length / part.length),
      (text) => strip(text),
    );
  });

  test('of a block of a key that never ends', async () => {
    await expectLinear(
      LENGTH,
      (length) => `-----BEGIN PRIVATE KEY-----\n${'aB3d\n'.repeat(length / 5)}`,
      (text) => strip(text),
    );
  });

  test('of a pattern and words of the caller that repeat themselves', async () => {
    const options = { types: [], patterns: ['(a+)+b', '(a|aa)*c'], words: ['aaaaab', 'aab'] };
    await expectLinear(
      LENGTH,
      (length) => 'a'.repeat(length),
      (text) => strip(text, options),
    );
  });

  test('of many different addresses', async () => {
    await expectLinear(
      LENGTH,
      (length) => Array.from({ length: length / 20 }, (_, i) => `user${i}@example.com`).join(' '),
      (text) => strip(text),
    );
  });

  test('of known values that repeat themselves', async () => {
    const value = `${'ab'.repeat(20_000)}-1`;
    const plain = Array.from({ length: 500 }, (_, i) => 'a'.repeat(i + 1));
    const hidden = [value, `b${value}`, ...plain].map((known, i) => ({
      placeholder: `[TOKEN_${i}]`,
      value: known,
      restore: true,
    }));
    await expectLinear(
      LENGTH,
      (length) => 'ab'.repeat(length),
      (text) => hideKnown(text, hidden),
    );
    await expectLinear(
      LENGTH,
      (length) => 'a'.repeat(2 * length),
      (text) => hideKnown(text, hidden),
    );
  });

  test('of placeholders to restore', async () => {
    const hidden = [{ placeholder: '[EMAIL_1]', value: '[EMAIL_1]'.repeat(5), restore: true }];
    await expectLinear(
      LENGTH,
      (length) => '[EMAIL_1'.repeat(length),
      (text) => restoreValues(text, hidden),
    );
    await expectLinear(
      LENGTH,
      (length) => '[EMAIL_1]'.repeat(length / 5),
      (text) => restoreValues(text, hidden),
    );
  });
});
