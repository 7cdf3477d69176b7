import { readFileSync } from 'node:fs';
import { inspect } from 'node:util';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import type { WorkflowErrorCode } from '@/lib/config/workflow-errors';
import type { StepInput } from '@/lib/engine/workflow';
import { logger } from '@/lib/server/logging/logger';
import { modelNames } from '@/testing/providers/behaviors';
import type { Call } from '@/testing/providers/calls';
import type { FormatName } from '@/testing/providers/formats/wire-format';
import {
  formats,
  keyFor,
  type LoopbackWorld,
  openLoopbackWorld,
  pricedModel,
  type Ran,
} from '@/testing/providers/loopback-world';
import { loopbackUsage } from '@/testing/providers/usages';
import { copyTestDatabase, type TestDatabase } from '@/testing/test-database';

// Tests docs/engine.md, "What a failure means", for each failure in each wire format. Calls workflows, and checks the
// provider's own record and the recorded attempts.

/** How a call shall end at the provider. */
type End = Call['ended'];

interface Expected {
  /** Null if the step completes. */
  code: WorkflowErrorCode | null;
  /** How each call of the model ends at the provider, of a step that may repeat it once. */
  calls: readonly End[];
  /** The status of each attempt that failed; null if there was none. */
  statuses: readonly (number | null)[];
  /** Whether each attempt's tokens were estimated. */
  estimated: readonly boolean[];
  /** Whether the model after it is called, of a step that names one. */
  leadsOn: boolean;
  /** How often it is called if another model is left. */
  callsBeforeNext: number;
}

/** One call with a valid reply. */
const answered: Expected = {
  code: null,
  calls: ['answered'],
  statuses: [],
  estimated: [false],
  leadsOn: false,
  callsBeforeNext: 1,
};

/** A refusal by the provider that a retry wouldn't change. */
const refused = (code: WorkflowErrorCode, status: number | null, more: Partial<Expected> = {}): Expected => ({
  ...answered,
  code,
  statuses: [status],
  leadsOn: true,
  ...more,
});

/** A failure after which the same model is called again at once. */
const repeated = (
  code: WorkflowErrorCode,
  status: number | null,
  more: Partial<Expected> = {},
): Expected => ({
  code,
  calls: ['answered', 'answered'],
  statuses: [status, status],
  estimated: [false, false],
  leadsOn: true,
  callsBeforeNext: 2,
  ...more,
});

/** One after which it is called again only if no other model is left. */
const lastResort = (code: WorkflowErrorCode, status: number | null, more: Partial<Expected> = {}): Expected =>
  repeated(code, status, { estimated: [true, true], callsBeforeNext: 1, ...more });

/** A failure that happens once; then the model works. */
const once = (status: number | null, more: Partial<Expected> = {}): Expected => ({
  ...answered,
  calls: ['answered', 'answered'],
  statuses: [status],
  estimated: [false, false],
  callsBeforeNext: 2,
  ...more,
});

const silent = lastResort('STEP_TIMED_OUT', null, { calls: ['aborted-by-client', 'aborted-by-client'] });
const isSilent = (model: string) => expected[model.slice(model.indexOf('/') + 1)] === silent;
const isFiltered = refused('MODEL_REFUSED', null, { leadsOn: false });

const expected: Record<string, Expected | ((format: FormatName) => Expected)> = {
  fine: answered,
  torn: answered,
  thinking: answered,
  cached: answered,
  '401': refused('PROVIDER_AUTH_FAILED', 401),
  '403': refused('PROVIDER_AUTH_FAILED', 403),
  '404': refused('MODEL_NOT_FOUND', 404),
  'bad-key': (format) => refused('PROVIDER_AUTH_FAILED', format === 'gemini' ? 400 : 401),
  '429-quota': (format) => refused('PROVIDER_AUTH_FAILED', format === 'anthropic' ? 400 : 429),
  '429': repeated('PROVIDER_RATE_LIMITED', 429),
  '429-after-1': repeated('PROVIDER_RATE_LIMITED', 429),
  '429-in-detail': repeated('PROVIDER_RATE_LIMITED', 429),
  '429-date': repeated('PROVIDER_RATE_LIMITED', 429),
  '429-then-fine': once(429),
  '500': repeated('PROVIDER_UNAVAILABLE', 500),
  '500-once': once(500),
  '503': repeated('PROVIDER_UNAVAILABLE', 503),
  '529': repeated('PROVIDER_UNAVAILABLE', 529),
  '408': repeated('PROVIDER_UNAVAILABLE', 408),
  reset: repeated('PROVIDER_UNAVAILABLE', null, { calls: ['destroyed', 'destroyed'] }),
  'huge-error': repeated('PROVIDER_UNAVAILABLE', 500, { calls: ['aborted-by-client', 'aborted-by-client'] }),
  'error-first': repeated('PROVIDER_UNAVAILABLE', 503),
  empty: repeated('PROVIDER_UNAVAILABLE', null, { estimated: [true, true] }),
  html: repeated('PROVIDER_REPLY_INVALID', 200),
  redirect: repeated('PROVIDER_REPLY_INVALID', 302),
  malformed: repeated('PROVIDER_REPLY_INVALID', null, { estimated: [true, true] }),
  'malformed-once': once(null, { estimated: [true, false] }),
  // The SDK gives Anthropic's JSON out as a whole, so that only the bound of the stream would end it sooner.
  huge: (format) => {
    const end = format === 'anthropic' ? 'answered' : 'aborted-by-client';
    return repeated('PROVIDER_REPLY_INVALID', null, { calls: [end, end], estimated: [true, true] });
  },
  // If its format doesn't allow the reported usage, the whole response is invalid.
  'text-usage': repeated('PROVIDER_REPLY_INVALID', null, { estimated: [true, true] }),
  'no-usage': (format) =>
    format === 'anthropic'
      ? repeated('PROVIDER_REPLY_INVALID', null, { estimated: [true, true] })
      : { ...answered, estimated: [true] },
  'absurd-usage': { ...answered, estimated: [true] },
  'no-answer': silent,
  'slow-headers': silent,
  'slow-first-token': silent,
  stall: silent,
  cut: lastResort('STREAM_CUT', null, { calls: ['destroyed', 'destroyed'] }),
  // Gemini reports usage with each part of its response.
  'cut-clean': (format) =>
    lastResort('STREAM_CUT', null, format === 'gemini' ? { estimated: [false, false] } : {}),
  'error-mid-stream': lastResort('STREAM_CUT', 503),
  '429-mid-stream': lastResort('STREAM_CUT', 429),
  context: refused('CONTEXT_EXCEEDED', 400, { leadsOn: false }),
  policy: (format) =>
    refused('MODEL_REFUSED', format === 'openai' || format === 'compatible' ? 400 : null, { leadsOn: false }),
  refusal: isFiltered,
  filtered: isFiltered,
  recitation: isFiltered,
  parameter: repeated('PROVIDER_REQUEST_REFUSED', 400),
  // Of the wrong shape: asked for once more, whatever retries there are.
  'wrong-shape': repeated('OUTPUT_INVALID', null),
  echo: repeated('OUTPUT_INVALID', null),
  kilobyte: repeated('OUTPUT_INVALID', null),
  'wrong-shape-once': once(null),
  length: refused('OUTPUT_TRUNCATED', null, { leadsOn: false }),
};

const faults = Object.keys(expected);
const expectedOf = (format: FormatName, fault: string): Expected => {
  const entry = expected[fault];
  if (!entry) throw new Error(`Nothing is expected of ${fault}.`);
  return typeof entry === 'function' ? entry(format) : entry;
};

/** Another provider's model, so that no fault of the first is its own. */
const nextOf = (format: FormatName) => (format === 'gemini' ? 'openai/fine' : 'gemini/fine');

let alone: LoopbackWorld;
let withNext: LoopbackWorld;
const databases: TestDatabase[] = [];
const logged: unknown[][] = [];
for (const level of ['debug', 'info', 'warn', 'error'] as const)
  vi.spyOn(logger, level).mockImplementation((...line: unknown[]) => void logged.push(line));
const results = new Map<string, { alone: Ran; withNext: Ran }>();

const step = (model: string, fields: Partial<StepInput> = {}): StepInput => ({
  id: 'a',
  task: 'classification',
  options: { labels: ['defect', 'question'] },
  model,
  retries: 1,
  // So that a busy machine isn't taken for a silent provider, only silent models have timeouts of a second.
  ...(isSilent(model) && { first_token_timeout_ms: 1_000, idle_timeout_ms: 1_000 }),
  ...fields,
});
const workflow = (model: string, fields: Partial<StepInput> = {}) => ({
  name: 'Faults',
  input: 'The arm stops halfway.',
  steps: [step(model, fields)],
});

beforeAll(async () => {
  const models = formats.flatMap((format) => faults.map((name) => pricedModel(`${format}/${name}`)));
  const settings = { firstTokenMs: 60_000, hugeBytes: 20_000_000 };
  const open = async () => {
    const database = await copyTestDatabase();
    databases.push(database);
    return openLoopbackWorld(database, { models, settings });
  };
  [alone, withNext] = await Promise.all([open(), open()]);
  const all = formats.flatMap((format) => faults.map((fault) => ({ format, fault })));
  // A few at a time, so that clocks of a second measure the provider, not this process.
  const runAll = async () => {
    for (let next = all.shift(); next; next = all.shift()) {
      const { format, fault } = next;
      const model = `${format}/${fault}`;
      const fallbacks = [nextOf(format)];
      results.set(model, {
        alone: await alone.run(workflow(model)),
        withNext: await withNext.run(workflow(model, { fallbacks })),
      });
    }
  };
  await Promise.all(Array.from({ length: 8 }, runAll));
  // The provider notices an ended call a moment later.
  await vi.waitFor(() => expect(alone.provider.underWay + withNext.provider.underWay).toBe(0));
}, 240_000);
afterAll(async () => {
  await Promise.all([alone.close(), withNext.close()]);
});

const resultOf = (format: FormatName, fault: string) => {
  const result = results.get(`${format}/${fault}`);
  if (!result) throw new Error(`${format}/${fault} didn't run.`);
  return result;
};
const callsOf = (world: LoopbackWorld, format: FormatName, fault: string) =>
  world.provider.callsOf(fault).filter((call) => call.format === format);

test('every way in which the provider misbehaves has its row', () => {
  expect([...faults, '429-long'].sort()).toEqual([...modelNames].sort());
});

test('no key and no address of a provider is in what is stored, shown or logged', () => {
  const files = databases.filter(({ url }) => url.startsWith('file:')).map(({ url }) => url.slice(5));
  const stored = files.flatMap((file) => [file, `${file}-wal`].map((each) => readFileSync(each, 'latin1')));
  const told = [[...results.values()], logged];
  const all = [...stored, inspect(told, { depth: 20, maxStringLength: null, maxArrayLength: null })].join();
  expect(all).toContain('PROVIDER_AUTH_FAILED');
  for (const word of [...formats.map(keyFor), alone.provider.origin, withNext.provider.origin])
    expect(all.includes(word), word).toBe(false);
  expect(logged).toContainEqual([
    { provider: 'openai', reason: expect.stringMatching(/key|credit/) },
    'A provider refuses the calls of this server',
  ]);
});

describe.each(formats)('%s', (format) => {
  describe.each(faults)('%s', (fault) => {
    const { code, calls, statuses, estimated, leadsOn, callsBeforeNext } = expectedOf(format, fault);

    test(`ends the step ${code ? `with ${code}` : 'with its output'}`, () => {
      const { job } = resultOf(format, fault).alone;
      expect(job.steps[0]?.error?.code ?? null).toBe(code);
      expect(job.status).toBe(code ? 'FAILED' : 'COMPLETED');
      if (!code) expect(job.steps[0]?.output).toMatchObject({ label: 'defect' });
    });

    test('reaches the provider as often as the table says, with its key, and ends there so', () => {
      const seen = callsOf(alone, format, fault);
      expect(seen.map(({ ended }) => ended)).toEqual(calls);
      for (const { key } of seen) expect(key).toBe(keyFor(format));
    });

    test('is recorded per call, and the step adds the calls up', () => {
      const { job, attempts } = resultOf(format, fault).alone;
      expect(attempts).toHaveLength(calls.length);
      const failed = attempts.filter(({ outcome }) => outcome === 'FAILED');
      expect(failed.map(({ status }) => status)).toEqual(statuses);
      expect(attempts.map((attempt) => attempt.estimated)).toEqual(estimated);
      const nanos = attempts.reduce((sum, { costNanos }) => sum + Number(costNanos), 0);
      expect(job.steps[0]?.costNanos).toBe(nanos);
    });

    test(leadsOn ? 'leads to the next model' : 'leads to no other model', () => {
      const { job } = resultOf(format, fault).withNext;
      // The fallback of other models is called more often.
      if (fault !== 'fine') expect(callsOf(withNext, format, fault)).toHaveLength(callsBeforeNext);
      if (leadsOn || code === null) expect(job.status).toBe('COMPLETED');
      else expect(job.steps[0]?.error?.code).toMatch(new RegExp(`${code}|FALLBACKS_EXHAUSTED`));
      expect(job.steps[0]?.fallbacks).toEqual(leadsOn ? [`${format}/${fault}`] : []);
    });
  });

  test('each kind of token is counted as the provider counts it', () => {
    const usageOf = (fault: string) => {
      const attempt = resultOf(format, fault).alone.attempts.at(-1);
      return (
        attempt && [
          attempt.inputTokens,
          attempt.cachedInputTokens,
          attempt.cacheWriteTokens,
          attempt.outputTokens,
          attempt.reasoningTokens,
        ]
      );
    };
    const { cached, thinking } = loopbackUsage;
    const writes = format === 'openai' || format === 'anthropic' ? cached.cacheWrite : 0;
    expect(usageOf('cached')).toEqual([cached.input, cached.cachedInput, writes, cached.output, 0]);
    expect(usageOf('thinking')).toEqual([thinking.input, 0, 0, thinking.output, thinking.reasoning]);
  });

  test('the provider is asked again no sooner than it says', () => {
    for (const fault of ['429-after-1', '429-in-detail']) {
      const [first, second] = callsOf(alone, format, fault);
      expect((second?.receivedAt ?? 0) - (first?.receivedAt ?? 0)).toBeGreaterThanOrEqual(990);
    }
  });

  test('a provider that fails is asked again after a quarter of a second at the earliest', () => {
    for (const fault of ['500', '503', '408', 'reset', '429', 'malformed', 'cut']) {
      const [first, second] = callsOf(alone, format, fault);
      expect((second?.receivedAt ?? 0) - (first?.receivedAt ?? 0), fault).toBeGreaterThanOrEqual(245);
    }
  });

  test('a wait of an hour parks the step, frees its slot, and calls nobody', async () => {
    const { job } = await alone.run(workflow(`${format}/429-long`), 2_000);
    expect(job.status).toBe('RUNNING');
    const until = job.steps[0]?.waitingUntil?.getTime() ?? 0;
    expect(until - Date.now()).toBeGreaterThan(3_500_000);
    expect(callsOf(alone, format, '429-long')).toHaveLength(1);
  });

  test("the provider's messages about the key, the limits and the account stay with the operator", () => {
    for (const fault of ['401', '403', '429', 'bad-key', '429-quota', '429-mid-stream']) {
      const { job } = resultOf(format, fault).alone;
      expect(JSON.stringify(job.steps)).not.toMatch(/org-loopback|organization|sk-|billing/);
    }
  });

  test('a huge answer and a huge error are read no further than they can be used', () => {
    for (const fault of format === 'anthropic' ? ['huge-error'] : ['huge', 'huge-error'])
      for (const { bytesWritten } of callsOf(alone, format, fault))
        expect(bytesWritten).toBeLessThan(19_000_000);
  });

  test('no key follows a redirect', () => {
    expect(alone.provider.redirected).toEqual([]);
  });
});
