import type { StepInput } from '@/lib/engine/workflow';
import { operatorViewer } from '@/lib/server/auth/viewer';
import { openDatabase } from '@/lib/server/database/open-database';
import { serverContext } from '@/lib/server/runtime/context';
import { openWorkflowRuntime } from '@/lib/server/starting/open-workflow-runtime';
import { enqueueWorkflow } from '@/lib/server/workflows/start-workflow';

// `tsx bench/workflows/fill-line-program.ts DATABASE EMAIL JOBS STEPS MODEL` lets jobs wait in the line of a user's
// account, in a database (its URL) that no process has open. Each has that many steps of that model, one after another.

const AT_ONCE = 200;

const [url = '', email = '', jobs, count, model] = process.argv.slice(2);
const ctx = serverContext(openDatabase(url));
const viewer = operatorViewer(await ctx.db.prisma.user.findUniqueOrThrow({ where: { email } }));
const workflows = openWorkflowRuntime(ctx);
// None leaves its line.
workflows.worker.stopTaking();
const steps = Array.from(
  { length: Number(count) },
  (_, index): StepInput => ({ id: `step${index}`, task: 'generation', input: '{{ input }}', model }),
);
const input = { name: 'Waiting', input: 'The arm stops.', mode: 'SEQUENTIAL', steps } as const;
for (let first = 0; first < Number(jobs); first += AT_ONCE)
  await Promise.all(
    Array.from({ length: Math.min(AT_ONCE, Number(jobs) - first) }, () =>
      enqueueWorkflow({ ...ctx, workflows }, viewer, input, {}),
    ),
  );
await workflows.stop();
await ctx.db.close();
