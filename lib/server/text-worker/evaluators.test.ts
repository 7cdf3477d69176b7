import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { afterEach, describe, expect, test, vi } from 'vitest';
// The product's own: vitest.config.ts replaces './program-command' by a module that starts bundles.
import { programCommand } from '@/lib/server/text-worker/program-command';
import type { Evaluation } from './evaluation';
import { type Evaluators, openEvaluators } from './evaluators';

const limits = { milliseconds: 300, mebibytes: 64 };
const evaluation = (source: string): Extract<Evaluation, { kind: 'templates' }> => ({
  kind: 'templates',
  sources: [source],
  scope: { input: 'a', variables: {}, file: null, steps: {} },
});
const short = evaluation('{{ input | upcase }}');
const forever = evaluation(
  '{% for a in (1..9000) %}{% for b in (1..9000) %}{% assign c = b %}{% endfor %}{% endfor %}',
);
/** Takes some five milliseconds of processor time for each thousand. */
const counting = (to: number) =>
  evaluation(`{% for a in (1..${to}) %}{% assign c = a | plus: 0 %}{% endfor %}{{ c }}`);

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
    // Ten times what the work takes, for slow machines.
    const long = { program: 'evaluate-program', limits: { ...limits, milliseconds: 1_000 } } as const;
    const [pool, other] = [open(openEvaluators(long)), open(openEvaluators(long))];
    await Promise.all([pool.run(short), other.run(short)]);
    let hasEnded = false;
    const outcome = pool.run(counting(15_000)).finally(() => {
      hasEnded = true;
    });
    await other.run(short);
    pool.signal('SIGSTOP');
    expect(await other.run(forever)).toEqual({ passed: 'time' });
    expect(hasEnded).toBe(false);
    pool.signal('SIGCONT');
    expect(await outcome).toEqual({ value: ['15000'] });
  });

  test('each piece of work has the whole limit, and ends alone if it exceeds the limit', async () => {
    const pool = open();
    // Together they take longer than the limit.
    const pieces = new Array(30).fill(counting(3_000));
    const outcomes = [...pieces, forever, counting(3_000), short].map((work) => pool.run(work));
    const values = pieces.map(() => ({ value: ['3000'] }));
    expect(await Promise.all(outcomes)).toEqual([
      ...values,
      { passed: 'time' },
      { value: ['3000'] },
      { value: ['A'] },
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

test('work that is canceled while it waits never begins', async () => {
  const pool = openEvaluators<Evaluation>({ program: 'evaluate-program', limits });
  const { run } = open(pool);
  let begun = 0;
  const counted: typeof short = {
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
  test('start from the source where there is no bundle', async () => {
    const { args, cwd } = programCommand('evaluate-program');
    expect(args.at(-1)).toMatch(/\.ts$/);
    const child = spawn(process.execPath, [...args, '300'], {
      cwd,
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    });
    const [report] = await once(child, 'message');
    expect(report).toBe('ready');
    child.kill('SIGKILL');
  });

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
