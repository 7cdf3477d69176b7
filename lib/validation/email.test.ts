import { expect, test } from 'vitest';
import { contactMessage, templateParams, waitlistRequest } from '@/lib/validation/email';

const waitlist = { name: 'Ada', email: 'ada@example.test', company: '', use_case: '', plan: 'Starter' };
const contact = { name: 'Ada', email: 'ada@example.test', message: 'Hello' };

test('a waitlist request may leave company and use case empty', () => {
  expect(waitlistRequest.parse(waitlist)).toEqual(waitlist);
});

test.each(['ada', 'ada@', '@example.test', 'a b@example.test', 'ada@exa_mple.test'])(
  'a waitlist request refuses the address %s, as a browser does',
  (email) => {
    expect(waitlistRequest.safeParse({ ...waitlist, email }).success).toBe(false);
  },
);

test('a contact message is trimmed, its name cut to 120 characters and its text to 5,000', () => {
  const long = { ...contact, name: ` ${'n'.repeat(200)}`, message: ` ${'m'.repeat(6_000)} ` };
  expect(contactMessage.parse(long)).toEqual({
    ...contact,
    name: 'n'.repeat(120),
    message: 'm'.repeat(5_000),
  });
});

test('a cut never goes through a character', () => {
  const { name } = contactMessage.parse({ ...contact, name: `${'n'.repeat(119)}🚂` });
  expect(name).toBe('n'.repeat(119));
});

test.each([
  ['ada@example.test', true],
  ['ada+tag@sub.example.test', true],
  ['ä@例え.テスト', true],
  ['ada@example', false],
  ['ada@example.', false],
  ['ada@.test', false],
  ['ada@@example.test', false],
  ['ada lovelace@example.test', false],
  ['ada@example.test\nBcc: all@example.test', false],
  ['ada\u0000@example.test', false],
])('a contact message from %j is taken: %s', (email, taken) => {
  expect(contactMessage.safeParse({ ...contact, email }).success).toBe(taken);
});

test.each([
  ['Hello', true],
  ['  Hi!  ', false],
  ['    ', false],
])('a contact message of %j is taken: %s', (message, taken) => {
  expect(contactMessage.safeParse({ ...contact, message }).success).toBe(taken);
});

test('template parameters are the fields of their template and no others', () => {
  expect(Object.keys(templateParams.WAITLIST.shape)).toEqual([
    'user_name',
    'user_email',
    'company',
    'use_case',
    'plan',
  ]);
  expect(Object.keys(templateParams.CONTACT.shape)).toEqual([
    'user_name',
    'user_email',
    'message',
    'to_name',
  ]);
});

test.each(['\u200b', '\u3164', '\u00ad', '\u200b\u200e\u2066', '\u{e0041}', '\u2800'])(
  "invisible characters don't make a name, and five of them don't make a message",
  (nothing) => {
    expect(waitlistRequest.safeParse({ ...waitlist, name: nothing }).success).toBe(false);
    expect(contactMessage.safeParse({ ...contact, name: nothing }).success).toBe(false);
    expect(contactMessage.safeParse({ ...contact, message: nothing.repeat(5) }).success).toBe(false);
  },
);

test('a name is one line, whatever ends a line', () => {
  expect(contactMessage.safeParse({ ...contact, name: 'A\u2029Bcc: q' }).success).toBe(false);
});

test('half a character is refused in every text', () => {
  const half = 'Hello \ud83d!';
  for (const field of ['name', 'company', 'use_case'])
    expect(waitlistRequest.safeParse({ ...waitlist, [field]: half }).success, field).toBe(false);
  for (const field of ['name', 'message'])
    expect(contactMessage.safeParse({ ...contact, [field]: half }).success, field).toBe(false);
  expect(contactMessage.safeParse({ ...contact, message: 'Hello 🚂!' }).success).toBe(true);
});
