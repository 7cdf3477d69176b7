import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { limits } from '@/lib/config/limits';
import { contact, type EmailServer, openEmailServer, requestOf } from '@/testing/email-server';
import { TEST_NOW } from '@/testing/test-server';

let server: EmailServer;
beforeEach(async () => {
  server = await openEmailServer();
});
afterEach(() => server.close());

describe('the same email again', () => {
  const afterFirst = (milliseconds: number) => server.setNow(new Date(TEST_NOW.getTime() + milliseconds));

  test('is stored once within ten minutes, from whatever client and however its fields are ordered', async () => {
    await server.send(requestOf('contact', contact));
    afterFirst(limits.emailSend.retryWindow - 1);
    const turned = Object.fromEntries(Object.entries(contact).reverse());
    const retry = await server.send(requestOf('contact', turned), { address: '10.0.0.2' });
    expect([retry.status, retry.text]).toEqual([200, 'OK']);
    expect(await server.stored()).toHaveLength(1);
  });

  test('is stored again after ten minutes', async () => {
    await server.send(requestOf('contact', contact));
    afterFirst(limits.emailSend.retryWindow);
    await server.send(requestOf('contact', contact));
    expect(await server.stored()).toHaveLength(2);
  });

  test('is stored once when several arrive at the same time', async () => {
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => server.send(requestOf('contact', contact))),
    );
    expect(answers.map(({ status }) => status)).toEqual(Array(8).fill(200));
    expect(await server.stored()).toHaveLength(1);
  });

  test('is another one when one field differs', async () => {
    await server.send(requestOf('contact', contact));
    await server.send(requestOf('contact', { ...contact, message: 'Hello there!' }));
    expect(await server.stored()).toHaveLength(2);
  });
});
