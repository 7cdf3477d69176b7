import { afterEach, beforeEach, expect, test, vi } from 'vitest';
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

test('a waitlist request of EmailJS is stored as it came and answered OK', async () => {
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

test('company and use_case may be empty or left out', async () => {
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

test('no other origin may read an answer, and only POST is taken', async () => {
  const { headers } = await server.send(requestOf('contact', contact), {
    headers: { origin: 'https://evil.test' },
  });
  expect([...headers.keys()].filter((name) => name.startsWith('access-control'))).toEqual([]);
  const refused = refuseMethod();
  expect([refused.status, refused.headers.get('allow')]).toEqual([405, 'POST']);
  expect([...refused.headers.keys()].filter((name) => name.startsWith('access-control'))).toEqual([]);
});

test('a database that fails is answered with 500 in plain words, and the log has nothing that was typed', async () => {
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
