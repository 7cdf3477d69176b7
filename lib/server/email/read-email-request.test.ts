import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { contact, type EmailServer, openEmailServer, requestOf } from '@/testing/email-server';

let server: EmailServer;
beforeEach(async () => {
  server = await openEmailServer();
});
afterEach(() => server.close());

async function expectRefused(body: unknown, status: number, text: string, headers = {}) {
  const answer = await server.send(body, { headers });
  expect(answer.text).toContain(text);
  expect(answer.status).toBe(status);
  expect(await server.stored()).toEqual([]);
}

describe('a request is refused with 400', () => {
  const only = 'must be an object of user_name, user_email, message, to_name.';
  const withProto = JSON.stringify(requestOf('contact', contact)).replace(
    '"user_name"',
    '"__proto__":{"a":1},"user_name"',
  );
  test.each<[string, unknown, string]>([
    ['that is empty', '', "The request isn't valid JSON."],
    ['that is junk', '{"user_id": ', "The request isn't valid JSON."],
    ['that is nested without end', '['.repeat(32_000), "The request isn't valid JSON."],
    ['that is an array', '[]', 'The request must be a JSON object.'],
    ['that is null', 'null', 'The request must be a JSON object.'],
    ['that is a string', '"x"', 'The request must be a JSON object.'],
    ['without a public key', requestOf('contact', contact, { user_id: undefined }), "(user_id) isn't known"],
    ['of another public key', requestOf('contact', contact, { user_id: 'other' }), "(user_id) isn't known"],
    ['of another service', requestOf('contact', contact, { service_id: 'x' }), "(service_id) isn't known"],
    ['of a template that is a number', requestOf('contact', contact, { template_id: 1 }), 'must be a string'],
    ['of another template', requestOf('contact', contact, { template_id: 'x' }), "(template_id) isn't known"],
    ['of the template __proto__', requestOf('contact', {}, { template_id: '__proto__' }), "isn't known"],
    ['of the template CONTACT', requestOf('contact', contact, { template_id: 'CONTACT' }), "isn't known"],
    ['without parameters', requestOf('contact', undefined), only],
    ['with an array of parameters', requestOf('contact', [contact]), only],
    ['with a parameter too many', requestOf('contact', { ...contact, company: 'bot' }), only],
    ['with a prototype among its parameters', withProto, only],
    ['with a constructor among its parameters', requestOf('contact', { ...contact, constructor: {} }), only],
  ])('%s', async (_, body, text) => {
    await expectRefused(body, 400, text);
  });
});

test.each([
  'text/plain',
  'application/x-www-form-urlencoded',
  'multipart/form-data; boundary=x',
  'application/jsonp',
])('a body of type %s is refused with 415, so that no foreign page can send one unasked', async (type) => {
  await expectRefused(requestOf('contact', contact), 415, 'The request must be JSON', {
    'content-type': type,
  });
});

test('a body that announces more than 32 KiB is refused with 413 and not read', async () => {
  const body = new ReadableStream({ pull: () => expect.unreachable('it was read') }, { highWaterMark: 0 });
  const headers = { 'content-length': String(32 * 1024 + 1) };
  await expectRefused(body, 413, 'The request has at most 32 KiB.', headers);
});

test('a body of 3 MB in chunks is refused with 413 and not read to its end', async () => {
  const chunk = new Uint8Array(16 * 1024).fill(0x20);
  let read = 0;
  const cancel = vi.fn();
  const pull = (controller: ReadableStreamDefaultController<Uint8Array>) => {
    read += chunk.byteLength;
    controller.enqueue(chunk);
    if (read >= 3_000_000) controller.close();
  };
  const body = new ReadableStream({ pull, cancel }, { highWaterMark: 0 });
  await expectRefused(body, 413, 'The request has at most 32 KiB.');
  expect(read).toBe(48 * 1024);
  expect(cancel).toHaveBeenCalledOnce();
});

test('the longest message fits, in characters that JSON and UTF-8 make longest', async () => {
  for (const character of ['"', '數', '\n"', '🚂'])
    expect(
      (
        await server.send(
          requestOf('contact', { ...contact, message: `a${character.repeat(4_998 / character.length)}b` }),
        )
      ).status,
    ).toBe(200);
});
