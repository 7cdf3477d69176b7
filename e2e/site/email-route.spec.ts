import { contactEmail } from '@/e2e/contact-email';
import { expect, test } from '@/e2e/fixtures';
import { limits } from '@/lib/config/limits';

// The handler's own tests are in lib/server/email/; these cover what only the built and served site can show.

const path = '/api/v1.0/email/send';

test('the request of EmailJS’s client is answered as EmailJS does', async ({ request }) => {
  const answer = await request.post(path, { data: contactEmail(`Hello at ${Date.now()}`) });
  expect([answer.status(), await answer.text()]).toEqual([200, 'OK']);
  expect(answer.headers()['content-type']).toBe('text/plain; charset=utf-8');
  const refused = await request.post(path, { data: contactEmail('Hey') });
  expect(refused.status()).toBe(400);
  expect(await refused.text()).toBe('The parameter message is missing or not valid.');
});

test('what is too large or no JSON is refused in plain text', async ({ request }) => {
  const padding = 'x'.repeat(limits.emailSend.bodyBytes);
  expect((await request.post(path, { data: { ...contactEmail('Hello'), padding } })).status()).toBe(413);
  expect((await request.post(path, { multipart: { user_id: 'switchyard' } })).status()).toBe(415);
});

test('no method but POST is taken, and no other origin may send', async ({ request }) => {
  for (const method of ['GET', 'HEAD', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']) {
    const headers = { origin: 'https://elsewhere.test', 'access-control-request-method': 'POST' };
    const answer = await request.fetch(path, { method, headers });
    expect([answer.status(), answer.headers().allow], method).toEqual([405, 'POST']);
    expect(Object.keys(answer.headers()).filter((name) => name.startsWith('access-control'))).toEqual([]);
  }
});
