import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { limits } from '@/lib/config/limits';
import { refuseMethod } from '@/lib/server/email/receive-email';
import { logger } from '@/lib/server/logging/logger';
import { contact, type EmailServer, openEmailServer, requestOf, waitlist } from '@/testing/email-server';
import { TEST_NOW } from '@/testing/test-server';

let server: EmailServer;
beforeEach(async () => {
  server = await openEmailServer();
});
afterEach(() => server.close());

test('a waitlist request of EmailJS is stored unchanged and returns OK', async () => {
  const { status, text, headers } = await server.send(requestOf('waitlist', waitlist));
  expect([status, text]).toEqual([200, 'OK']);
  expect(headers.get('content-type')).toBe('text/plain; charset=utf-8');
  expect(await server.stored()).toEqual([
    {
      id: expect.stringMatching(/^eml_[0-9a-z]{20}$/),
      kind: 'WAITLIST',
      templateId: 'switchyard_waitlist',
      params: waitlist,
      createdAt: TEST_NOW,
    },
  ]);
});

test('a contact message is stored, trimmed, its name cut to 120 characters and its message to 5,000', async () => {
  const params = { ...contact, user_name: ` ${'n'.repeat(121)} `, message: ` ${'數'.repeat(5_001)} ` };
  expect((await server.send(requestOf('contact', params, { accessToken: 'x' }))).status).toBe(200);
  const [email] = await server.stored();
  expect(email).toMatchObject({ kind: 'CONTACT', templateId: 'switchyard_contact' });
  expect(email?.params).toEqual({ ...contact, user_name: 'n'.repeat(120), message: '數'.repeat(5_000) });
});

test('company and use_case may be empty or missing', async () => {
  const { company: _, use_case: __, ...required } = waitlist;
  await server.send(requestOf('waitlist', required));
  await server.send(requestOf('waitlist', { ...required, company: '', use_case: ' ' }));
  expect((await server.stored()).map(({ params }) => params)).toEqual([
    { ...required, company: '', use_case: '' },
  ]);
});

test('a retry gets OK even if the client has no email left', async () => {
  const { count } = limits.emailSend.stored;
  const numbered = (index: number) =>
    requestOf('contact', { ...contact, user_email: `${index}@example.test` });
  for (let index = 0; index < count; index += 1)
    expect((await server.send(numbered(index))).status).toBe(200);
  expect((await server.send(numbered(count))).status).toBe(429);
  expect((await server.send(numbered(0))).status).toBe(200);
  expect(await server.stored()).toHaveLength(count);
});

test('no other origin may read a response, and only POST is accepted', async () => {
  const { headers } = await server.send(requestOf('contact', contact), {
    headers: { origin: 'https://evil.test' },
  });
  expect([...headers.keys()].filter((name) => name.startsWith('access-control'))).toEqual([]);
  const refused = refuseMethod();
  expect([refused.status, refused.headers.get('allow')]).toEqual([405, 'POST']);
  expect([...refused.headers.keys()].filter((name) => name.startsWith('access-control'))).toEqual([]);
});

test('a failing database leads to status 500 with a plain message, and the log contains no input', async () => {
  const log = vi.spyOn(logger, 'error');
  await server.context.db.write((tx) => tx.$executeRawUnsafe('DROP TABLE "OutboundEmail"'));
  const { status, text } = await server.send(requestOf('contact', contact));
  expect([status, text]).toEqual([500, "The email couldn't be stored."]);
  expect(log.mock.calls).toEqual([
    [{ requestId: null, error: 'PrismaClientKnownRequestError', code: 'P2021' }, 'email not stored'],
  ]);
});

test('nothing is received if EmailJS is configured', async () => {
  vi.stubEnv('EMAILJS_PUBLIC_KEY', 'key');
  vi.stubEnv('EMAILJS_SERVICE_ID', 'service_1');
  vi.stubEnv('EMAILJS_WAITLIST_TEMPLATE', 'template_w');
  vi.stubEnv('EMAILJS_CONTACT_TEMPLATE', 'template_c');
  vi.resetModules();
  try {
    const configured = await import('@/lib/server/email/receive-email');
    const { emailSettings } = await import('@/lib/server/email/email-settings');
    const request = new Request('http://localhost/', { method: 'POST', body: '{}' });
    const response = await configured.receiveEmail(server.context, server.limiter, request);
    expect(response.status).toBe(404);
    expect(emailSettings('WAITLIST')).toEqual({
      publicKey: 'key',
      serviceId: 'service_1',
      templateId: 'template_w',
    });
    expect(emailSettings('CONTACT').templateId).toBe('template_c');
  } finally {
    vi.unstubAllEnvs();
    vi.resetModules();
  }
});

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
