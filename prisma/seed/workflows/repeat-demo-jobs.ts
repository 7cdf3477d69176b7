import { addDays, type Day, dayOf } from '@/lib/rules/day';
import { type Queries, sqlIn } from '@/lib/server/database/database';
import { newId } from '@/lib/server/ids';
import { updateStorage } from '@/lib/server/jobs/ledger/account-storage';
import { insertRows, type Row } from '@/lib/server/jobs/ledger/job-rows';
import { grouped, lastCalled } from '@/lib/server/jobs/ledger/load-jobs';
import { nanosOf, usageOf } from '@/lib/server/jobs/ledger/step-columns';
import { meterCalls } from '@/lib/server/usage/meter-calls';
import { recordExecutions } from '@/lib/server/usage/meter-executions';
import { meterModelCalls } from '@/lib/server/usage/meter-model-calls';
import {
  type Attempt,
  type Job,
  type JobStep,
  Prisma,
  type StepPrompt,
} from '@/prisma/generated/prisma/client';
import type { Lane } from '@/prisma/seed/draw-execution';
import { type DemoUsage, drawDay } from '@/prisma/seed/meter-usage';
import { SeededRandom } from '@/prisma/seed/seeded-random';
import type { Timeline } from '@/prisma/seed/timeline';

/** The last days, today included, of which each execution has a job. */
export const DAYS_WITH_JOBS = 7;

const JOBS_AT_ONCE = 500;

/** A job that the engine has run, with all its rows. */
interface Source {
  job: Job;
  steps: JobStep[];
  attempts: Attempt[];
  prompts: StepPrompt[];
}

/** When a lane's job ended, and which of its template's jobs it repeats, from 0 up to 1. */
interface Run {
  lane: Lane;
  finishedAt: Date;
  choice: number;
}

/**
 * Fills an account's last days: each execution repeats a job of its template that the engine has run, at another moment
 * and for another person or key. Running as many jobs would take minutes.
 */
export async function repeatDemoJobs(time: Timeline, usage: DemoUsage): Promise<void> {
  const ids = new SeededRandom(`${usage.name} repeated jobs`);
  const chance = { randomBytes: (size: number) => ids.bytes(size) };
  const { db } = time.at(time.present);
  const sources = await readSources(db.prisma, usage.accountId);
  const templates = await db.prisma.template.findMany({ where: { accountId: usage.accountId } });
  const templateIds = new Map(templates.map(({ id, name }) => [name, id]));
  const taken = new Set([...sources.values()].flat().map(({ job }) => job.finishedAt?.getTime()));
  const runs = [...usage.volume]
    .filter(([day]) => day >= firstDayWithJobs(time))
    .flatMap(([day, count]) =>
      drawDay<Run>(time, usage, { day, count }, ({ random, lane, finishedAt }) => ({
        lane,
        finishedAt,
        choice: random.fraction(),
      })),
    );
  for (let first = 0; first < runs.length; first += JOBS_AT_ONCE) {
    const copies = runs.slice(first, first + JOBS_AT_ONCE).flatMap(({ lane, finishedAt, choice }) => {
      const alike = sources.get(lane.workload.template) ?? [];
      const source = alike[Math.floor(choice * alike.length)];
      if (!source) throw new Error(`No demo job of ${lane.workload.template} was run.`);
      // No two jobs end at once, so that each can be found by its end.
      let end = finishedAt.getTime();
      while (taken.has(end)) end -= 1;
      taken.add(end);
      return [copyOf(source, newId(chance, 'job'), lane, end)];
    });
    await db.write(async (tx) => {
      await insertCopies(tx, copies);
      await recordExecutions(
        tx,
        chance,
        copies.map((copy) => executionOf(copy, templateIds)),
      );
      for (const [day, ended] of Map.groupBy(copies, ({ job }) => dayOf(job.finishedAt ?? time.present)))
        await meterCopies(tx, day, ended);
    });
  }
}

/** The first day whose executions have jobs. */
export const firstDayWithJobs = ({ today }: Timeline): Day => addDays(today, 1 - DAYS_WITH_JOBS);

/** The account's jobs that can be repeated, by their template: those that have ended, and name no moment in a message. */
async function readSources(read: Queries, accountId: string): Promise<Map<string, Source[]>> {
  const rows = sqlIn(read);
  const jobs = await rows<Job>(Prisma.sql`
    SELECT * FROM "Job" WHERE "accountId" = ${accountId} AND "status" IN ('COMPLETED', 'FAILED')
      AND NOT EXISTS (SELECT 1 FROM "Attempt" WHERE "jobId" = "Job"."id" AND "outcome" = 'PASSED_OVER')
    ORDER BY "createdAt", "id"`);
  const listed = rows.dialect.listed(jobs.map(({ id }) => id));
  const of = async <Found extends { jobId: string }>(table: string) =>
    grouped(
      await rows<Found>(Prisma.sql`SELECT * FROM ${Prisma.raw(`"${table}"`)} WHERE "jobId" IN ${listed}`),
    );
  const [steps, attempts, prompts] = [
    await of<JobStep>('JobStep'),
    await of<Attempt>('Attempt'),
    await of<StepPrompt>('StepPrompt'),
  ];
  const sources = jobs.map((job) => ({
    job,
    steps: steps.get(job.id) ?? [],
    attempts: attempts.get(job.id) ?? [],
    prompts: prompts.get(job.id) ?? [],
  }));
  return Map.groupBy(sources, ({ job }) => job.name);
}

/** A job of a lane that went as the source did, and ended at another moment. */
function copyOf(
  { job, steps, attempts, prompts }: Source,
  id: string,
  { user, key }: Lane,
  end: number,
): Source {
  const shift = end - (job.finishedAt?.getTime() ?? 0);
  const moved = <Moment extends Date | null>(moment: Moment) =>
    (moment === null ? null : new Date(moment.getTime() + shift)) as Moment;
  return {
    job: {
      ...job,
      id,
      userId: user.id,
      apiKeyId: key?.apiKey.id ?? null,
      createdAt: moved(job.createdAt),
      startedAt: moved(job.startedAt),
      finishedAt: moved(job.finishedAt),
      // Counted once its rows are there.
      storedBytes: 0,
    },
    steps: steps.map((step) => ({
      ...step,
      jobId: id,
      startedAt: moved(step.startedAt),
      finishedAt: moved(step.finishedAt),
    })),
    attempts: attempts.map((attempt) => ({
      ...attempt,
      jobId: id,
      startedAt: moved(attempt.startedAt),
      retryAt: moved(attempt.retryAt),
    })),
    prompts: prompts.map((prompt) => ({ ...prompt, jobId: id })),
  };
}

async function insertCopies(tx: Queries, copies: readonly Source[]): Promise<void> {
  const rowsOf = (rows: readonly object[]) => rows.map(storable);
  await insertRows(tx, 'Job', rowsOf(copies.map(({ job }) => job)));
  await insertRows(tx, 'JobStep', rowsOf(copies.flatMap(({ steps }) => steps)));
  await insertRows(tx, 'Attempt', rowsOf(copies.flatMap(({ attempts }) => attempts)));
  await insertRows(tx, 'StepPrompt', rowsOf(copies.flatMap(({ prompts }) => prompts)));
  await updateStorage(
    tx,
    copies.map(({ job }) => job.id),
  );
}

/** Amounts of money fit into a number here. */
const storable = (row: object): Row =>
  Object.fromEntries(
    Object.entries(row).map(([column, value]) => [column, typeof value === 'bigint' ? Number(value) : value]),
  );

function executionOf({ job, attempts }: Source, templateIds: ReadonlyMap<string, string>) {
  const { accountId, userId, apiKeyId, status, tokensIn, tokensOut, costNanos, startedAt, finishedAt } = job;
  if (!startedAt || !finishedAt || status === 'QUEUED' || status === 'RUNNING')
    throw new Error("A demo job hasn't ended.");
  return {
    ...{ accountId, userId, apiKeyId, status, tokensIn, tokensOut, finishedAt },
    templateId: templateIds.get(job.name) ?? '',
    model: lastCalled(attempts) ?? 'none',
    costMicros: costNanos === null ? null : Math.round(Number(costNanos) / 1_000),
    latencyMs: finishedAt.getTime() - startedAt.getTime(),
  };
}

async function meterCopies(tx: Queries, day: Day, copies: readonly Source[]): Promise<void> {
  const then = new Date(day);
  const calls = copies.flatMap(({ job: { accountId, userId, name }, attempts }) =>
    attempts.map((attempt) => ({
      ...{ accountId, userId, workflow: name, model: attempt.model, outcome: attempt.outcome },
      ...{ code: attempt.code, milliseconds: attempt.milliseconds, usage: usageOf(attempt) },
      costNanos: nanosOf(attempt.costNanos),
    })),
  );
  const fallbacks = copies.flatMap(({ job: { accountId, userId, name }, steps }) =>
    steps.flatMap(({ status, model, fallbacks }) =>
      status === 'COMPLETED' && model !== null && fallbacks !== '[]'
        ? [{ accountId, userId, workflow: name, model }]
        : [],
    ),
  );
  await meterCalls(tx, then, calls);
  await meterModelCalls(tx, then, calls, fallbacks);
}
