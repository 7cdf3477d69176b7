import { expect, test } from 'vitest';
import { redactPersonalData } from './plain-error';

test.each([
  ['no user josé@example.com here', 'no user … here'],
  ['ada@müller.de, ada@localhost, ada@[1.2.3.4], ada@[IPv6:::1]', '…, …, …, …'],
  [`'o'brien@x.test' (ada@x.test)`, `'…' (…)`],
  ['"ada of love"@x.test', '…'],
  ['jos%C3%A9%40m%C3%BCller.de and ada%40localhost', '… and …'],
  [`${'a'.repeat(90)}@x.test`, '…'],
  ['https://ada:secret@host.test/x', 'https://…@host.test/x'],
])('of %s the log has %s', (text, cut) => {
  expect(redactPersonalData(text)).toBe(cut);
});

test.each([
  '/blog?name=Ada)Lovelace',
  `/blog?name=O'Brien&email=k`,
  '/blog?name="Ada"&of=Lovelace',
  '/blog?ada%20lovelace',
  '/blog?)ada',
])('the whole query of %s is cut', (address) => {
  expect(redactPersonalData(`at ${address} twice`)).toBe('at /blog?… twice');
});

test('a credential and a hash of a password are cut, wherever they are', () => {
  const hash = '$argon2id$v=19$m=19456,t=2,p=1$c2FsdHNhbHQ$aGFzaGhhc2g';
  const text = redactPersonalData(
    `hash=${hash} ${encodeURIComponent(hash)} x_sy_live_AbC-1 key:sy_session_zzz`,
  );
  expect(text).toBe('hash=… … x_… key:…');
});

test('places in the code and questions stay', () => {
  const text = `Is it there? (Really?) at run (node_modules/@prisma/client/runtime.js:1:2)`;
  expect(redactPersonalData(text)).toBe(text);
});

test('an email address that the cut goes through leaves nothing', () => {
  expect(redactPersonalData(`${'x '.repeat(1_995)}ada.lovelace@example.test`)).not.toContain('ada');
});

test.each([
  'a@',
  'a',
  '@',
  "'",
  '%40',
  '?',
  '?)',
  '"',
  '"a',
  '//',
  '$argon2',
  'sy_live_',
  'ada@[',
  'é',
  '.',
  '% ',
])(
  'a megabyte of %s is cleaned at once',
  (part) => {
    expect(redactPersonalData(part.repeat(1_000_000 / part.length)).length).toBeLessThanOrEqual(4_000);
  },
  1_000,
);
