import { expect, test } from 'vitest';
import { callCounts, type JobAttempt } from './job';
import { attemptCost, formatSpending, stepModels, stepReceipt } from './receipt';

const attemptOf = (more: Partial<JobAttempt> = {}): JobAttempt => ({
  ...{ stepId: 'a', number: 1, model: 'openai/gpt-5', outcome: 'ANSWERED', code: null, message: null },
  ...{ docs: null, status: null, inputTokens: 1_204, cachedInputTokens: 0, cacheWriteTokens: 0 },
  ...{ outputTokens: 300, reasoningTokens: 0, estimated: false, cost: 0.00601, prices: null },
  ...{ connectMs: null, firstTokenMs: null, milliseconds: 2_100, startedAt: '1700', retryAt: null },
  ...more,
});
const prices = { input: 2.5, cachedInput: 0.25, cacheWrite: 2.5, output: 10, reasoning: 10 };
const sentencesOf = (attempts: JobAttempt[], status: 'COMPLETED' | 'FAILED' | 'CANCELED' | 'RUNNING') =>
  stepReceipt({ status }, attempts, 4_200).map(({ sentence }) => sentence);

test('a step with a retry and a fallback reads as what happened, with each time', () => {
  const failed = { outcome: 'FAILED', code: 'PROVIDER_UNAVAILABLE', status: 503 } as const;
  const attempts = [
    attemptOf({ ...failed, milliseconds: 1_200, startedAt: '0' }),
    attemptOf({ ...failed, number: 2, milliseconds: 900, startedAt: '1700' }),
    attemptOf({ number: 3, model: 'openai/gpt-5-mini', outcome: 'PASSED_OVER', milliseconds: 0 }),
    attemptOf({
      number: 4,
      model: 'anthropic/claude-sonnet',
      startedAt: '2600',
      connectMs: 90,
      firstTokenMs: 340,
    }),
  ];
  expect(sentencesOf(attempts, 'COMPLETED')).toEqual([
    '`openai/gpt-5` returned HTTP 503 after 1.2 s; it was called again after 500 ms.',
    '`openai/gpt-5` returned HTTP 503 after 900 ms.',
    "`openai/gpt-5-mini` was passed over and wasn't called.",
    '`anthropic/claude-sonnet` served the step in a call of 2.1 s: accepted after 90 ms, first token after 340 ms.',
  ]);
});

test("a model whose breaker opened during its back-off says why it wasn't called again", () => {
  const failed = attemptOf({
    ...{ outcome: 'FAILED', code: 'PROVIDER_UNAVAILABLE', status: 503 },
    ...{ startedAt: '0', milliseconds: 12, retryAt: '309' },
  });
  const held =
    "`openai/gpt-5` returned HTTP 503 after 12 ms; after a back-off of 297 ms, it wasn't called again: its breaker had opened.";
  const other = { number: 2, model: 'anthropic/claude-sonnet' };
  const first = (later: JobAttempt[], status: 'COMPLETED' | 'FAILED' | 'CANCELED') =>
    sentencesOf([failed, ...later], status)[0];
  expect(first([attemptOf({ ...other, startedAt: '310' })], 'COMPLETED')).toBe(held);
  expect(first([], 'FAILED')).toBe(held);
  const without = '`openai/gpt-5` returned HTTP 503 after 12 ms.';
  // The wait was too long for a worker, the job was canceled in it, or a restart passed the model over.
  expect(first([attemptOf({ ...other, startedAt: '14' })], 'COMPLETED')).toBe(without);
  expect(first([], 'CANCELED')).toBe(without);
  const passedOver = attemptOf({ outcome: 'PASSED_OVER', code: 'CIRCUIT_OPEN', number: 2, milliseconds: 0 });
  expect(first([passedOver, attemptOf({ ...other, number: 3 })], 'COMPLETED')).toBe(without);
});

test.each([
  [{ outcome: 'FAILED', code: 'STEP_TIMED_OUT' }, 'took too long, and was stopped after 2.1 s.'],
  [{ outcome: 'FAILED', code: 'SOMETHING_NEW' }, 'failed with `SOMETHING_NEW` after 2.1 s.'],
  [{ outcome: 'FAILED', code: null }, 'failed after 2.1 s.'],
  [
    { outcome: 'FAILED', code: 'PROVIDER_REPLY_INVALID', status: 200 },
    'sent a response in an unknown format after 2.1 s.',
  ],
  [
    { outcome: 'FAILED', code: 'STREAM_CUT', status: 500 },
    'broke off in the middle of its reply after 2.1 s.',
  ],
  [{ outcome: 'CANCELED' }, 'was stopped after 2.1 s because the server ended.'],
  [{ outcome: 'LOST', milliseconds: null }, "was called, and the server's process ended during the call."],
  [{ outcome: 'RUNNING', milliseconds: null }, "was called 2.5 s ago, and hasn't finished."],
  [{ outcome: 'ANSWERED' }, 'replied in 2.1 s.'],
] as const)('an attempt with %o of a running step "%s"', (attempt, words) => {
  expect(sentencesOf([attemptOf(attempt)], 'RUNNING')).toEqual([`\`openai/gpt-5\` ${words}`]);
});

test('an attempt that ended with its canceled job says so; after a restart, it says when the model was called again', () => {
  const stopped = attemptOf({ outcome: 'CANCELED', milliseconds: 100, startedAt: '0' });
  const lost = attemptOf({ outcome: 'LOST', milliseconds: null, startedAt: '1000', number: 2 });
  expect(sentencesOf([stopped, lost, attemptOf({ startedAt: '9000', number: 3 })], 'COMPLETED')).toEqual([
    '`openai/gpt-5` was stopped after 100 ms because the server ended; it was called again after 900 ms.',
    "`openai/gpt-5` was called, and the server's process ended during the call; it was called again 8.0 s later.",
    '`openai/gpt-5` served the step in a call of 2.1 s.',
  ]);
  expect(sentencesOf([stopped], 'CANCELED')).toEqual([
    '`openai/gpt-5` was canceled with the job after 100 ms.',
  ]);
});

const over = attemptOf({ model: 'p/down', outcome: 'PASSED_OVER' });
const failedOf = (model: string) => attemptOf({ model, outcome: 'FAILED' });
const none = { tried: [], passedOver: [], firstChoice: null };

test.each([
  ['served', 'p/m', [], [attemptOf({ model: 'p/m' })], { ...none, model: 'p/m' }],
  [
    'served after one was passed over',
    ...['p/m', [], [over, attemptOf({ model: 'p/m' })]],
    { ...none, model: 'p/m', passedOver: ['p/down'], firstChoice: 'p/down' },
  ],
  [
    'served after one failed',
    ...['p/m', ['p/n'], [failedOf('p/n'), over, attemptOf({ model: 'p/m' })]],
    { model: 'p/m', tried: ['p/n'], passedOver: ['p/down'], firstChoice: 'p/n' },
  ],
  [
    'all failed',
    ...[null, [], [failedOf('p/n'), failedOf('p/n'), failedOf('p/m')]],
    { ...none, model: 'p/m', tried: ['p/n'], firstChoice: 'p/n' },
  ],
  [
    'all passed over',
    null,
    [],
    [over],
    { ...none, model: null, passedOver: ['p/down'], firstChoice: 'p/down' },
  ],
] as [string, string | null, string[], JobAttempt[], ReturnType<typeof stepModels>][])(
  'a step names its models with their parts in it: %s',
  (_, model, fallbacks, attempts, models) => {
    expect(stepModels({ model, fallbacks }, attempts)).toEqual(models);
  },
);

test("only calls are counted as attempts, so a model that was passed over doesn't move their numbers", () => {
  const attempts = [over, attemptOf({ number: 2 }), { ...over, number: 3 }, attemptOf({ number: 4 })];
  expect([...callCounts(attempts)]).toEqual([
    [2, 1],
    [4, 2],
  ]);
});

test.each([
  [{ prices }, '1,204 input tokens at $2.50 and 300 output tokens at $10 per million: $0.00601'],
  [{}, '1,204 input tokens and 300 output tokens: $0.00601'],
  [{ cost: null }, '1,204 input tokens and 300 output tokens: cost unknown'],
  [{ outcome: 'RUNNING', estimated: true }, 'Expected: 1,204 input tokens and 300 output tokens: $0.00601'],
  [{ outcome: 'LOST', estimated: true }, 'Estimated: 1,204 input tokens and 300 output tokens: $0.00601'],
  [{ inputTokens: 0, outputTokens: 0, cost: 0 }, 'No tokens, no cost'],
  [{ outcome: 'PASSED_OVER' }, ''],
  [
    { inputTokens: 1, cachedInputTokens: 8, reasoningTokens: 9, prices },
    '1 input token at $2.50, 8 cached input tokens at $0.25, 300 output tokens at $10, and 9 reasoning tokens at $10 per million: $0.00601',
  ],
] as const)('the cost of an attempt with %o reads "%s"', (attempt, words) => {
  expect(attemptCost(attemptOf(attempt as Partial<JobAttempt>))).toBe(words);
});

test('a cost that is unknown is counted, never 0', () => {
  expect(formatSpending({ cost: 0.3, unknownCalls: 1 })).toBe('$0.30 and 1 call of unknown cost');
  expect(formatSpending({ cost: 0, unknownCalls: 2 })).toBe('2 calls of unknown cost');
  expect(formatSpending({ cost: 0, unknownCalls: 0 })).toBe('$0');
});
