import { randomBytes } from 'node:crypto';
import { Webhook } from 'standardwebhooks';
import { expect, test } from 'vitest';
import { newWebhookSecret, signatureProblem, signMessage, webhookSecretHint } from './sign-message';

const NOW = Date.UTC(2026, 10, 21, 12);
const body = '{"type":"job.completed","data":{"name":"Größe 🙂"}}';
const message = { id: 'msg_1', timestamp: Math.floor(Date.now() / 1000), body };
const newSecret = () => newWebhookSecret({ randomBytes });

const headersOf = (signature: string, timestamp = message.timestamp) => ({
  'webhook-id': message.id,
  'webhook-timestamp': String(timestamp),
  'webhook-signature': signature,
});

test('a library of Standard Webhooks verifies what is signed', () => {
  const secret = newSecret();
  const headers = headersOf(signMessage(message, [secret]));
  expect(new Webhook(secret).verify(body, headers)).toEqual(JSON.parse(body));
  expect(() => new Webhook(newSecret()).verify(body, headers)).toThrow();
});

test('a message that is signed by two secrets is verified by each of them', () => {
  const secrets = [newSecret(), newSecret()];
  const headers = headersOf(signMessage(message, secrets));
  for (const secret of secrets) expect(new Webhook(secret).verify(body, headers)).toEqual(JSON.parse(body));
});

test('the vector of the documentation is signed as it says', () => {
  const vector = {
    id: 'msg_1',
    timestamp: 1795262400,
    body: '{"type":"job.completed","data":{"jobId":"job_1"}}',
  };
  expect(signMessage(vector, ['whsec_AQIDBAUGBwgJCgsMDQ4PEBESExQVFhcYGRobHB0eHyA='])).toBe(
    'v1,peUgx/FhEWPdAX94Er1rEgjb+OOjhwYIN13lEnj3MZ8=',
  );
});

test('a secret has 32 random bytes, of which its hint shows four characters', () => {
  const secret = newSecret();
  expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
  expect(Buffer.from(secret.slice(6), 'base64')).toHaveLength(32);
  expect(webhookSecretHint(secret)).toBe(`whsec_…${secret.slice(-5, -1)}`);
});

test('a receiver finds what is wrong with a message, and nothing wrong with a genuine one', () => {
  const secret = newSecret();
  const timestamp = NOW / 1000;
  const signature = signMessage({ ...message, timestamp }, [newSecret(), secret]);
  const problem = (changes: object = {}, text = body, now = NOW) =>
    signatureProblem({ ...headersOf(signature, timestamp), ...changes }, text, [secret], now);

  expect(problem()).toBeNull();
  expect(problem({}, body, NOW + 300_000)).toBeNull();
  expect(problem({}, body, NOW + 301_000)).toContain('five minutes');
  expect(problem({}, body, NOW - 301_000)).toContain('five minutes');
  expect(problem({}, body.replace('job', 'Job'))).toContain('No signature fits');
  expect(problem({ 'webhook-id': 'msg_2' })).toContain('No signature fits');
  expect(problem({ 'webhook-id': undefined })).toContain('missing');
  expect(problem({ 'webhook-timestamp': '1e9' })).toContain("isn't a number");
  expect(problem({ 'webhook-signature': signature.replaceAll('v1,', 'v2,') })).toContain('begins with v1');
  expect(problem({ 'webhook-signature': 'v1,AAAA' })).toContain('No signature fits');
  expect(signatureProblem(headersOf(signature, timestamp), body, [], NOW)).toContain('No signature fits');
});
