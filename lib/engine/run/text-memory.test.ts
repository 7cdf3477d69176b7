import { expect, test } from 'vitest';
import { fails, says } from '@/testing/engine/behaviors';
import { EngineWorld } from '@/testing/engine/engine-world';
import { plannedWorkflow } from '@/testing/engine/planned-workflow';
import { makeTexts, mostRenderedOfJob, RenderedTexts, type TextMemory } from './text-memory';

/** Has space only for what waits. */
function fullMemory() {
  const asked: number[] = [];
  const held = { now: 0, most: 0 };
  const memory: TextMemory = {
    hold: (_, bytes) => {
      asked.push(bytes);
      return null;
    },
    wait: async () => {
      held.now += 1;
      held.most = Math.max(held.most, held.now);
      return () => {
        held.now -= 1;
      };
    },
  };
  return { memory, asked, held };
}
const caller = { accountId: 'acc', signal: new AbortController().signal };

test("texts that don't fit are made again once they do, and released if that fails", async () => {
  const { memory, asked, held } = fullMemory();
  let made = 0;
  const make = async () => {
    made += 1;
    if (made === 4) throw new Error('Gone.');
    return 'text';
  };
  const sizeOf = (text: string) => text.length;
  const { texts, release } = await makeTexts(make, sizeOf, memory, caller);
  expect([texts, made, asked, held.now]).toEqual(['text', 2, [4], 1]);
  release();
  await expect(makeTexts(make, sizeOf, memory, caller)).rejects.toThrow('Gone.');
  expect([made, held.now]).toEqual([4, 0]);
});

test('a step lets its texts go however it ends', async () => {
  const { memory, asked, held } = fullMemory();
  const world = new EngineWorld({ fast: [says('Fine.'), says('Fine.')], quality: [fails({ status: 400 })] });
  world.engine.texts = memory;
  const steps = [
    { id: 'completed', input: 'é{{ input }}', instructions: 'Now.' },
    { id: 'failed', model: 'sandbox/quality' },
    { id: 'empty', input: '{{ variables.none }}' },
  ].map((step) => ({ task: 'generation', on_error: 'CONTINUE' as const, ...step }));
  const job = await world.run(plannedWorkflow(steps, { mode: 'PARALLEL', input: 'abc' }));
  expect(job.steps.map(({ status }) => status)).toEqual(['COMPLETED', 'FAILED', 'FAILED']);
  expect(asked).toContain('éabcNow.'.length + 1);
  expect([held.most > 0, held.now]).toEqual([true, 0]);
});

const half = 'a'.repeat(mostRenderedOfJob / 2);

test('the rendered texts of a job have a bound together, in bytes; a step that runs again counts once', () => {
  const rendered = new RenderedTexts();
  rendered.count('a', [half]);
  rendered.count('b', [half.slice(1), 'a']);
  rendered.count('b', [half]);
  expect(() => rendered.count('c', ['a'])).toThrow('have more than 64 MiB in total');
  const wide = new RenderedTexts();
  expect(() => wide.count('a', [half.replaceAll('a', 'é'), 'a'])).toThrow('have more than 64 MiB in total');
});

test('a step whose texts pass the bound of its job fails, and the steps before it have their outputs', async () => {
  const world = new EngineWorld({ fast: Array.from({ length: 6 }, () => says('Fine.')) });
  const text = 'a'.repeat(11 * 1024 * 1024);
  // Each reads the file once, and only its end.
  const steps = Array.from({ length: 6 }, (_, index) => ({
    ...{ id: `s${index}`, task: 'generation', input: '{{ file }}', on_error: 'CONTINUE' as const },
    preprocessors: [{ name: 'enforceTokenLimit', options: { max_tokens: 10, on_exceed: 'truncate' } }],
  }));
  const job = await world.run(plannedWorkflow(steps, { mode: 'SEQUENTIAL', file: text }), 1);
  expect(job.steps.at(-1)?.error?.code).toBe('TEMPLATE_RENDER_FAILED');
});
