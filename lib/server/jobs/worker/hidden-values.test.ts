import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { logger } from '@/lib/server/logging/logger';
import {
  formats,
  type LoopbackWorld,
  openLoopbackWorld,
  pricedModel,
} from '@/testing/providers/loopback-world';
import { copyTestDatabase } from '@/testing/test-database';

// Values that stripSensitiveData hides never leave the server: the provider's record, log and database are checked.

/** Values of each type, which appear nowhere else. */
const secrets = {
  EMAIL: 'ada.hidden@acme-robots.example',
  PHONE: '+49 30 9018 22917',
  CARD: '4539 5787 6362 1486',
  IBAN: 'DE89 3704 0044 0532 0130 00',
  TOKEN: 'sk-proj-Zt81Qm0pLx72Vw94Rb55Ky36Hn28Jd17Fs09Ga',
};
const all = Object.values(secrets);
const letter = `Please call ${secrets.PHONE} or write to ${secrets.EMAIL}. Card ${secrets.CARD}, account ${secrets.IBAN}. The key is ${secrets.TOKEN}.`;
const placeholders = Object.keys(secrets).map((type) => `[${type}_1]`);
const strip = [{ name: 'stripSensitiveData' }];

let world: LoopbackWorld;
const logged: string[] = [];
beforeAll(async () => {
  for (const level of ['debug', 'info', 'warn', 'error'] as const)
    vi.spyOn(logger, level).mockImplementation(
      (...words: unknown[]) => void logged.push(JSON.stringify(words)),
    );
  const names = ['echo', 'parameter', 'wrong-shape', 'cut', 'refusal', 'malformed', '500', 'length'];
  const models = formats.flatMap((format) => names.map((name) => pricedModel(`${format}/${name}`)));
  world = await openLoopbackWorld(await copyTestDatabase(), { models });
});
afterAll(async () => {
  vi.restoreAllMocks();
  await world.close();
});

const run = (step: object, more: object = {}) =>
  world.run({
    ...{ name: 'Letter', input: letter },
    ...more,
    steps: [{ id: 'a', task: 'generation', preprocessors: strip, retries: 0, ...step }],
  });

/** The provider's input since the last look, including headers. */
function seen(): string {
  const text = world.provider.calls.map(({ headers, text }) => JSON.stringify(headers) + text).join('\n');
  world.provider.reset();
  return text;
}

/** In any spelling that JSON or a URL gives it. */
const spellings = (value: string) => [value, encodeURIComponent(value), value.replaceAll(' ', '')];

function expectHidden(text: string): void {
  for (const value of all.flatMap(spellings)) expect(text).not.toContain(value);
}

describe.each(formats)('%s', (format) => {
  test('gets placeholders, and the caller gets the values back', async () => {
    const { job } = await run({ model: `${format}/echo` });
    expect(job.steps[0]?.output).toEqual({ text: letter });
    const text = seen();
    for (const placeholder of placeholders) expect(text).toContain(placeholder);
    expectHidden(text);
  });

  test.each(['parameter', 'wrong-shape', 'cut', 'refusal', 'malformed', '500', 'length'])(
    'gets no hidden value when it fails by %s, nor does its error or the log hold one',
    async (fault) => {
      const task = { task: 'classification', options: { labels: ['billing', 'defect'] } };
      const { job, attempts } = await run({ model: `${format}/${fault}`, ...task });
      expectHidden(seen());
      expectHidden(
        JSON.stringify([
          job.error,
          job.steps.map(({ error }) => error),
          attempts.map(({ message }) => message),
        ]),
      );
    },
  );
});

test('whatever a step reads is covered: variables, an earlier output, the file, and its instructions', async () => {
  const variables = { customer: { note: letter } };
  const { job } = await world.run({
    ...{ name: 'Letter', input: letter, variables },
    steps: [
      { id: 'first', task: 'generation', model: 'openai/echo', preprocessors: strip },
      {
        ...{ id: 'second', task: 'generation', model: 'openai/echo', preprocessors: strip },
        ...{ dependsOn: ['first'], instructions: 'Mind {{ variables.customer.note }} and {{ input }}.' },
        input: '{{ steps.first.output.text }} {{ variables.customer.note }}',
      },
    ],
  });
  expect(job.status).toBe('COMPLETED');
  expect(job.steps[1]?.output).toEqual({ text: `${letter} ${letter}` });
  expectHidden(seen());
});

test('the same value has the same placeholder in the text and the instructions', async () => {
  await run({ model: 'openai/echo', instructions: `Answer ${secrets.EMAIL} first, then ${secrets.PHONE}.` });
  const text = seen();
  expect(text).toContain('Answer [EMAIL_1] first, then [PHONE_1].');
  expect(text).not.toContain('[EMAIL_2]');
});

test('with restore off, the output keeps its placeholders', async () => {
  const preprocessors = [{ name: 'stripSensitiveData', options: { restore: false } }];
  const { job } = await run({ model: 'openai/echo', preprocessors });
  expectHidden(JSON.stringify(job.steps[0]?.output));
  expectHidden(seen());
});

test('the books of the calls hold none of them', async () => {
  const attempts = await world.context.db.prisma.attempt.findMany();
  expect(attempts.length).toBeGreaterThan(30);
  expectHidden(attempts.map(({ message }) => message).join('\n'));
});

test('the prompts that are kept hold placeholders, and none of them', async () => {
  const prompts = await world.context.db.prisma.stepPrompt.findMany();
  const text = prompts.map(({ messages }) => messages).join('\n');
  for (const placeholder of placeholders) expect(text).toContain(placeholder);
  expectHidden(text);
});

test('the log holds none of them', () => {
  expectHidden(logged.join('\n'));
});
