import { expect, test } from 'vitest';
import { says } from '@/testing/engine/behaviors';
import { EngineWorld } from '@/testing/engine/engine-world';
import { plannedWorkflow } from '@/testing/engine/planned-workflow';
import { mostRenderedOfJob, RenderedTexts } from './rendered-texts';

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
