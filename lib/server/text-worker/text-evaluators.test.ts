import { afterAll, expect, test } from 'vitest';
import { type TextWork, textLimits, type WorkLimits } from './evaluation';
import { openTextEvaluators } from './text-evaluators';

const callerOf = (accountId: string) => ({ accountId, signal: new AbortController().signal });
const division = (characters: number): TextWork => ({
  ...{ kind: 'division', text: 'a b\n'.repeat(characters / 4) },
  rules: { at: ['line'], maxTokens: 10 ** 9 },
});
const short = division(40);
const long = division(200_000);

const pools: ReturnType<typeof openTextEvaluators>[] = [];
function open(shortLimits?: WorkLimits) {
  const pool = openTextEvaluators(textLimits, shortLimits);
  pools.push(pool);
  return pool;
}
afterAll(() => {
  for (const pool of pools) pool.close();
});

test('while two accounts have long work that never ends, a third has its short and its long work done', async () => {
  const pool = open();
  let ended = 0;
  for (const accountId of ['acc_1', 'acc_1', 'acc_2', 'acc_2'])
    void pool.run(long, callerOf(accountId)).then(
      () => {
        ended += 1;
      },
      () => {},
    );
  for (const id of pool.processIds) process.kill(id, 'SIGSTOP');
  expect(await pool.run(long, callerOf('acc_3'))).toHaveProperty('value');
  expect(await pool.run(short, callerOf('acc_3'))).toHaveProperty('value');
  // Nor do their own long texts keep the others' short ones waiting.
  expect(await pool.run(short, callerOf('acc_1'))).toHaveProperty('value');
  expect(ended).toBe(0);
});

test('short work that passes the limits of its lane starts again among the long work', async () => {
  const pool = open({ milliseconds: 1, mebibytes: 192 });
  const css: TextWork = {
    kind: 'preparation',
    preparation: {
      entry: {
        name: 'normalizeCodeFormat',
        options: { language: 'css', indent: 2, use_tabs: false, max_line_length: 100 },
      },
      ...{ text: 'a{color:red}'.repeat(3_000), instructions: '', options: {} },
      ...{ hidden: [], variables: {}, file: null },
    },
  };
  const outcome = pool.run(css, callerOf('acc_1'));
  const [first] = pool.processIds;
  expect(await outcome).toMatchObject({ value: { texts: { text: expect.stringContaining('color: red;') } } });
  expect(pool.processIds).not.toContain(first);
});
