import { planSteps } from '@/lib/engine/planning/plan-steps';
import { fitsTask } from '@/lib/engine/tasks/read-task';
import type { Planning } from './evaluation';
import { serveWork } from './serve-work';

// Checks what callers write before anything runs: parses templates and conditions, and compiles patterns and schemas.
await serveWork<Planning>({
  do: (work) =>
    // As JSON, which is unpacked several times faster than a copy of the value.
    work.kind === 'steps' ? JSON.stringify(planSteps(work.steps)) : fitsTask(work.task, work.options),
  failureOf: (error) => (error instanceof RangeError ? { passed: 'depth' } : null),
  cleanHeap: 40,
});
