import { expect, test } from 'vitest';
import { contactEmail } from '@/e2e/contact-email';
import { fetchSite } from '@/e2e/fetch-site';
import { limits } from '@/lib/config/limits';
import { postJson } from './call-api';

// The handler's own tests are in lib/server/email/; these cover what only the built and served site can show.

const path = '/api/v1.0/email/send';

test("the request of EmailJS’s client gets EmailJS's response", async () => {
  const response = await postJson(path, contactEmail(`Hello at ${Date.now()}`));
  expect([response.status, await response.text()]).toEqual([200, 'OK']);
  expect(response.headers.get('content-type')).toBe('text/plain; charset=utf-8');
  const refused = await postJson(path, contactEmail('Hey'));
  expect(refused.status).toBe(400);
  expect(await refused.text()).toBe('The parameter message is missing or not valid.');
});

test("a body that is too large or isn't JSON is refused in plain text", async () => {
  const padding = 'x'.repeat(limits.emailSend.bodyBytes);
  const form = new FormData();
  form.set('user_id', 'switchyard');
  const tooLarge = await postJson(path, { ...contactEmail('Hello'), padding });
  const noJson = await fetchSite(path, { method: 'POST', body: form });
  expect([tooLarge.status, noJson.status]).toEqual([413, 415]);
  for (const { headers } of [tooLarge, noJson])
    expect(headers.get('content-type')).toBe('text/plain; charset=utf-8');
});

test('no method but POST is taken, and no other origin may send', async () => {
  for (const method of ['GET', 'HEAD', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']) {
    const headers = { origin: 'https://elsewhere.test', 'access-control-request-method': 'POST' };
    const response = await fetchSite(path, { method, headers });
    expect([response.status, response.headers.get('allow')], method).toEqual([405, 'POST']);
    expect([...response.headers.keys()].filter((name) => name.startsWith('access-control'))).toEqual([]);
  }
});
