import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { contact, type EmailServer, openEmailServer, requestOf, waitlist } from '@/testing/email-server';

let server: EmailServer;
beforeEach(async () => {
  server = await openEmailServer();
});
afterEach(() => server.close());

async function expectRefused(body: unknown, field: string) {
  const { status, text } = await server.send(body);
  expect([status, text]).toEqual([400, `The parameter ${field} is missing or not valid.`]);
  expect(await server.stored()).toEqual([]);
}

describe('a waitlist request is refused, naming the field,', () => {
  test.each([
    ['without a name', { user_name: undefined }, 'user_name'],
    ['with a name of spaces', { user_name: '  ' }, 'user_name'],
    ['with a name over 120 characters', { user_name: 'n'.repeat(121) }, 'user_name'],
    ['with a name that adds a mail header', { user_name: 'Ada\r\nBcc: all@example.test' }, 'user_name'],
    ['with a terminal sequence in its name', { user_name: 'Ada\u001b[2J' }, 'user_name'],
    ['without an address', { user_email: undefined }, 'user_email'],
    ['with an address that is none', { user_email: 'ada' }, 'user_email'],
    ['with an address that adds a mail header', { user_email: 'a@b.test\nBcc: c@d.test' }, 'user_email'],
    ['with an address over 254 characters', { user_email: `${'a'.repeat(250)}@b.test` }, 'user_email'],
    ['with a company over 120 characters', { company: 'c'.repeat(121) }, 'company'],
    ['with a company of two lines', { company: 'a\nb' }, 'company'],
    ['with a use case over 2,000 characters', { use_case: 'u'.repeat(2_001) }, 'use_case'],
    ['with a plan that is none', { plan: 'Gold' }, 'plan'],
    ['with a plan named like an object’s own', { plan: 'constructor' }, 'plan'],
    ['with a number for a name', { user_name: 7 }, 'user_name'],
    ['with an object for a name', { user_name: { toString: 'x' } }, 'user_name'],
    ['with null for a company', { company: null }, 'company'],
  ])('%s', async (_, change, field) => {
    await expectRefused(requestOf('waitlist', { ...waitlist, ...change }), field);
  });
});

describe('a contact message is refused, naming the field,', () => {
  test.each([
    ['without a name', { user_name: ' ' }, 'user_name'],
    ['with a name that adds a mail header', { user_name: 'G\r\nBcc: all@example.test' }, 'user_name'],
    ['with an address without a dot', { user_email: 'grace@example' }, 'user_email'],
    ['with an address with two @', { user_email: 'a@b@example.test' }, 'user_email'],
    ['with an address with a control character', { user_email: 'a\u0000@example.test' }, 'user_email'],
    ['with a message under 5 characters', { message: ' Hey! ' }, 'message'],
    ['with a control character in its message', { message: 'Hello \u009b2J' }, 'message'],
    ['for somebody else than the support team', { to_name: 'The boss' }, 'to_name'],
  ])('%s', async (_, change, field) => {
    await expectRefused(requestOf('contact', { ...contact, ...change }), field);
  });
});
