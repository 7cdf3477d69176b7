import { afterEach, describe, expect, test, vi } from 'vitest';
import type { Evaluation } from './evaluation';
import { type Evaluators, openEvaluators } from './evaluators';

const limits = { milliseconds: 1_000, mebibytes: 64 };
const evaluation = (source: string): Evaluation => ({
  ...{ kind: 'templates', sources: [source] },
  scope: { input: 'a', variables: {}, file: null, steps: {} },
});
const short = evaluation('{{ input | upcase }}');
const forever = evaluation(
  '{% for a in (1..9000) %}{% for b in (1..9000) %}{% assign c = b %}{% endfor %}{% endfor %}',
);
/** Takes a large part of its limit. */
const slow = evaluation('{% for a in (1..30000) %}{% assign c = a | plus: 1 %}{% endfor %}{{ c }}');

const opened: Evaluators<Evaluation>[] = [];
function open(pool = openEvaluators<Evaluation>({ program: 'evaluate-program', limits })) {
  opened.push(pool);
  return {
    run: (work: Evaluation, accountId = 'acc_1') =>
      pool.run(work, { accountId, signal: new AbortController().signal }),
    processIds: () => pool.processIds,
    /** Sends a signal to all processes that there are now: SIGSTOP leaves them without a processor. */
    signal: (name: 'SIGSTOP' | 'SIGCONT', ids = pool.processIds) => {
      for (const id of ids) process.kill(id, name);
    },
  };
}

afterEach(() => {
  vi.useRealTimers();
  for (const pool of opened.splice(0)) pool.close();
});

/** From now on, the limits that this process keeps by a clock are over when the test says so. */
const holdTimers = () => vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });

describe('limits count processor time', () => {
  test('a process may wait for a processor for minutes while it starts', async () => {
    holdTimers();
    const pool = open();
    const outcome = pool.run(short);
    pool.signal('SIGSTOP');
    await vi.advanceTimersByTimeAsync(5 * 60_000);
    pool.signal('SIGCONT');
    expect(await outcome).toEqual({ value: ['A'] });
  });

  test('and when it has work', async () => {
    holdTimers();
    const pool = open();
    await pool.run(short);
    pool.signal('SIGSTOP');
    const outcome = pool.run(short);
    await vi.advanceTimersByTimeAsync(5 * 60_000);
    pool.signal('SIGCONT');
    expect(await outcome).toEqual({ value: ['A'] });
  });

  test('and in the middle of it: for longer than it takes other work to pass its limit', async () => {
    const [pool, other] = [open(), open()];
    await Promise.all([pool.run(short), other.run(short)]);
    const outcome = pool.run(slow);
    await other.run(short);
    pool.signal('SIGSTOP');
    expect(await other.run(forever)).toEqual({ passed: 'time' });
    pool.signal('SIGCONT');
    expect(await outcome).toEqual({ value: ['30001'] });
  });

  test('each piece of work has the whole limit, and one that passes it ends alone', async () => {
    const pool = open();
    const outcomes = [slow, slow, forever, slow, short].map((work) => pool.run(work));
    expect(await Promise.all(outcomes)).toEqual([
      ...[
        { value: ['30001'] },
        { value: ['30001'] },
        { passed: 'time' },
        { value: ['30001'] },
        { value: ['A'] },
      ],
    ]);
  });

  test('a process that hangs without computing is ended in the end', async () => {
    holdTimers();
    const pool = open();
    await pool.run(short);
    pool.signal('SIGSTOP');
    const outcome = pool.run(short);
    await vi.advanceTimersByTimeAsync(10 * 60_000);
    expect(await outcome).toEqual({ passed: 'time' });
    expect(await pool.run(short)).toEqual({ value: ['A'] });
  });
});

test('what is canceled while it waits is never begun', async () => {
  const pool = openEvaluators<Evaluation>({ program: 'evaluate-program', limits });
  const { run } = open(pool);
  let begun = 0;
  const counted: Evaluation = {
    ...short,
    // Read when it's sent to a process.
    get scope() {
      begun += 1;
      return short.scope;
    },
  };
  const control = new AbortController();
  const first = run(short);
  const canceled = pool.run(counted, { accountId: 'acc_1', signal: control.signal });
  control.abort(new Error('Canceled.'));
  await expect(canceled).rejects.toThrow('Canceled.');
  expect(await Promise.all([first, run(short)])).toEqual([{ value: ['A'] }, { value: ['A'] }]);
  expect(begun).toBe(0);
});

describe('processes', () => {
  test('two accounts whose work never ends leave one to a third', async () => {
    const pool = open();
    let ended = 0;
    for (const accountId of ['acc_1', 'acc_1', 'acc_2', 'acc_2'])
      void pool.run(short, accountId).then(
        () => {
          ended += 1;
        },
        () => {},
      );
    expect(pool.processIds()).toHaveLength(2);
    pool.signal('SIGSTOP');
    expect(await pool.run(short, 'acc_3')).toEqual({ value: ['A'] });
    expect(ended).toBe(0);
  });

  test('end when they have been idle for a minute, except for the last', async () => {
    holdTimers();
    const pool = open();
    const work = () => Promise.all(['acc_1', 'acc_2', 'acc_3'].map((account) => pool.run(short, account)));
    await work();
    expect(pool.processIds()).toHaveLength(3);
    await vi.advanceTimersByTimeAsync(60_000);
    await vi.waitFor(() => expect(pool.processIds()).toHaveLength(1), { timeout: 30_000 });
    const [last] = pool.processIds();
    expect(await work()).toEqual(new Array(3).fill({ value: ['A'] }));
    expect(pool.processIds()).toContain(last);
  });
});
