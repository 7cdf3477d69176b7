import { documents } from '@/bench/documents';
import { measureInRounds } from '@/bench/rounds';
import { NOW } from '@/bench/scale/world';
import { timedRequests } from '@/bench/timed-request';
import { openDatabase } from '@/lib/server/database/open-database';
import { serverContext } from '@/lib/server/runtime/context';
import { openWorkflowRuntime } from '@/lib/server/starting/open-workflow-runtime';
import { sessionToken } from '@/testing/test-world';
import { LARGE_JOB, type ListTimes, measuredLists } from './measured-lists';

// `tsx bench/lists/lists-program.ts DEMO LARGE` (files) sends the requests of lists to both databases in turns, within this
// process, and prints ListTimes as JSON.

const ROUNDS = 60;
const WARM_UP = 5;

async function openMeasured(file: string) {
  const base = { ...serverContext(openDatabase(`file:${file}`)), now: () => NOW };
  const workflows = openWorkflowRuntime(base, { runsJobs: false });
  const ctx = { ...base, workflows };
  const { prisma } = ctx.db;
  const admin = await prisma.user.findUniqueOrThrow({ where: { email: 'admin@acme.test' } });
  const token = await sessionToken(ctx, admin);
  const large = await prisma.job.findUnique({ where: { id: LARGE_JOB } });
  const usual = await prisma.job.findFirstOrThrow({
    where: { accountId: admin.accountId, status: 'COMPLETED' },
    orderBy: { createdAt: 'desc' },
  });
  const request = timedRequests(ctx, file);
  const timeOf = (query: string, variables: object) => () => request(token, query, variables);
  return {
    jobs: timeOf(documents.jobs, {}),
    search: timeOf(documents.jobs, { search: 'no such words' }),
    reliability: timeOf(documents.reliability, { accountId: admin.accountId, days: 30 }),
    job: timeOf(documents.job, { id: large?.id ?? usual.id, outputs: true }),
    close: async () => {
      await workflows.stop();
      await ctx.db.close();
    },
  };
}

const databases = await Promise.all(process.argv.slice(2).map(openMeasured));
const times: Partial<ListTimes> = {};
for (const list of measuredLists)
  times[list] = await measureInRounds(databases, ROUNDS, (each) => each[list](), { warmUp: WARM_UP });
for (const each of databases) await each.close();
console.log(JSON.stringify(times));
