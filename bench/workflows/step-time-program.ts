import { models } from '@/lib/config/models';
import type { Provider } from '@/lib/engine/calls/provider';
import { systemSleep } from '@/lib/engine/clock';
import { openEngine } from '@/lib/engine/engine';
import { openCatalog } from '@/lib/engine/models/catalog';
import { planWorkflow } from '@/lib/engine/planning/plan-workflow';
import { runJob } from '@/lib/engine/run/run-job';
import { BoundedTexts } from '@/lib/server/jobs/worker/bounded-texts';
import { openTextWorker } from '@/lib/server/text-worker/open-text-worker';
import { MemoryRunStore } from '@/testing/engine/memory-run-store';

// `tsx bench/workflows/step-time-program.ts` plans and runs jobs of ten steps in this process, each step with a
// template and a condition over the step before it. The store is in memory, and the model responds at once. It prints
// the milliseconds per step of each job as JSON.

const JOBS = 2_000;
const WARM_UP = 200;
const STEPS = 10;

const usage = { input: 100, cachedInput: 0, cacheWrite: 0, output: 20, reasoning: 0 };

const provider: Provider = {
  name: 'sandbox',
  async *stream() {
    yield { type: 'open' };
    yield { type: 'text', text: 'The arm stops after two minutes.' };
    yield { type: 'usage', usage };
    yield { type: 'end', reason: 'stop' };
  },
};

const steps = Array.from({ length: STEPS }, (_, index) => ({
  id: `step${index}`,
  task: 'generation',
  instructions: 'Write to {{ variables.name }}.',
  ...(index === 0
    ? { input: '{{ input }}' }
    : {
        input: `{{ input }} {{ steps.step${index - 1}.output.text }}`,
        dependsOn: [`step${index - 1}`],
        condition: `steps.step${index - 1}.status == "COMPLETED"`,
      }),
}));

const store = new MemoryRunStore();
const clock = {
  now: () => Date.now(),
  elapsed: () => performance.now(),
  sleep: systemSleep,
};
const textWorker = openTextWorker();
const engine = openEngine({
  observeCall: () => {},
  ...{ clock, random: Math.random, store, catalog: openCatalog(models) },
  ...{ providers: [provider], textWorker, texts: new BoundedTexts() },
});

const { signal } = new AbortController();

async function timeOfJob(): Promise<number> {
  const since = performance.now();
  const plan = await planWorkflow(
    {
      ...{ name: 'Bench', input: 'The gripper stops.', variables: { name: 'Ada' }, mode: 'DEPENDENCY' },
      ...{ steps, callbacks: [] },
    },
    {
      ...{ catalog: engine.catalog, providers: engine.providerNames, hasFile: false },
      planSteps: (asked) => textWorker.plan(asked, { accountId: 'acc_bench', signal }),
    },
  );
  if (plan.faults) throw new Error(JSON.stringify(plan.faults));
  const id = store.add(plan.workflow);
  await runJob(store.take(id), engine, signal);
  const took = performance.now() - since;
  const { end } = store.job(id);
  if (end?.status !== 'COMPLETED') throw new Error(`A job ended as ${JSON.stringify(end)}.`);
  store.jobs.clear();
  return took / STEPS;
}

const milliseconds: number[] = [];
for (let job = -WARM_UP; job < JOBS; job += 1) {
  const took = await timeOfJob();
  if (job >= 0) milliseconds.push(took);
}
await textWorker.close();
console.log(JSON.stringify(milliseconds));
