import { addDays, type Day, dayOf } from '@/lib/rules/day';
import { type Queries, sqlIn } from '@/lib/server/database/database';
import { newId } from '@/lib/server/ids';
import { changeStorage } from '@/lib/server/jobs/ledger/account-storage';
import type { Row } from '@/lib/server/jobs/ledger/job-rows';
import { byJob, lastCalled } from '@/lib/server/jobs/ledger/load-jobs';
import { nanosOf, usageOf } from '@/lib/server/jobs/ledger/step-columns';
import type { ServerContext } from '@/lib/server/runtime/context';
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

/** The last days, today included, of which each execution has a job. Dashboards open on 30 days, and show a month so far. */
export const DAYS_WITH_JOBS = 31;

const JOBS_AT_ONCE = 500;

/** A job that the engine has run, with all its rows. */
interface Source {
  job: Job;
  steps: JobStep[];
  attempts: Attempt[];
  prompts: StepPrompt[];
}

/** A source's rows as those of another job. */
type Copy = Source & { /** The id of the job that it repeats. */ source: string };

/** When a lane's job ended, whether it completed, and which of its template's jobs it repeats, from 0 up to 1. */
interface Run {
  lane: Lane;
  finishedAt: Date;
  completed: boolean;
  choice: number;
}

/**
 * Fills an account's last days. Each execution repeats a job of its template that the engine has run, at another moment
 * and for another person or key. Running as many jobs would take minutes.
 */
export async function repeatDemoJobs(time: Timeline, usage: DemoUsage): Promise<void> {
  const ids = new SeededRandom(`${usage.name} repeated jobs`);
  const chance = { randomBytes: (size: number) => ids.bytes(size) };
  const { db, listedModels } = time.at(time.present);
  const sources = await readSources(db.prisma, usage.accountId);
  const templates = await db.prisma.template.findMany({ where: { accountId: usage.accountId } });
  const templateIds = new Map(templates.map(({ id, name }) => [name, id]));
  const taken = new Set([...sources.values()].flat().map(({ job }) => job.finishedAt?.getTime()));
  const runs = [...usage.volume]
    .filter(([day]) => day >= firstDayWithJobs(time))
    .flatMap(([day, count]) =>
      drawDay<Run>(time, usage, { day, count }, ({ random, lane, success, finishedAt }) => ({
        lane,
        finishedAt,
        completed: random.fraction() < success,
        choice: random.fraction(),
      })),
    );
  for (let first = 0; first < runs.length; first += JOBS_AT_ONCE) {
    const copies = runs
      .slice(first, first + JOBS_AT_ONCE)
      .flatMap(({ lane, finishedAt, completed, choice }) => {
        const ofTemplate = sources.get(lane.workload.template) ?? [];
        const alike = ofTemplate.filter(({ job }) => (job.status === 'COMPLETED') === completed);
        const source = alike[Math.floor(choice * alike.length)];
        if (!source)
          throw new Error(
            `No demo job of ${lane.workload.template} has ${completed ? 'completed' : 'failed'}.`,
          );
        // No two jobs end at once, so that each can be found by its end.
        let end = finishedAt.getTime();
        while (taken.has(end)) end -= 1;
        taken.add(end);
        return [copyOf(source, newId(chance, 'job'), lane, end)];
      });
    await db.write(async (tx) => {
      await insertCopies(tx, copies);
      await changeStorage(
        tx,
        usage.accountId,
        copies.reduce((sum, { job }) => sum + job.storedBytes, 0),
      );
      await recordExecutions(
        tx,
        chance,
        copies.map((copy) => executionOf(copy, templateIds)),
      );
      for (const [day, ended] of Map.groupBy(copies, ({ job }) => dayOf(job.finishedAt ?? time.present)))
        await meterCopies(tx, { listedModels }, day, ended);
    });
  }
}

/** The first day whose executions have jobs. */
export const firstDayWithJobs = ({ today }: Timeline): Day => addDays(today, 1 - DAYS_WITH_JOBS);

/** The account's jobs that can be repeated, by their template: ended jobs without a moment in a message. */
async function readSources(read: Queries, accountId: string): Promise<Map<string, Source[]>> {
  const rows = sqlIn(read);
  const jobs = await rows<Job>(Prisma.sql`
    SELECT * FROM "Job" WHERE "accountId" = ${accountId} AND "status" IN ('COMPLETED', 'FAILED')
      AND NOT EXISTS (SELECT 1 FROM "Attempt" WHERE "jobId" = "Job"."id" AND "outcome" = 'PASSED_OVER')
    ORDER BY "createdAt", "id"`);
  const listed = rows.dialect.listed(jobs.map(({ id }) => id));
  const of = async <Found extends { jobId: string }>(table: string) =>
    byJob(
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
function copyOf(source: Source, id: string, { user, key }: Lane, end: number): Copy {
  const { job, steps, attempts, prompts } = source;
  const shift = end - (job.finishedAt?.getTime() ?? 0);
  const moved = <Moment extends Date | null>(moment: Moment) =>
    (moment === null ? null : new Date(moment.getTime() + shift)) as Moment;
  return {
    source: job.id,
    job: {
      ...{ ...job, id, userId: user.id, apiKeyId: key?.apiKey.id ?? null },
      ...{
        createdAt: moved(job.createdAt),
        startedAt: moved(job.startedAt),
        finishedAt: moved(job.finishedAt),
      },
    },
    steps: steps.map((step) => ({
      ...step,
      ...{ jobId: id, startedAt: moved(step.startedAt), finishedAt: moved(step.finishedAt) },
    })),
    attempts: attempts.map((attempt) => ({
      ...attempt,
      ...{ jobId: id, startedAt: moved(attempt.startedAt), retryAt: moved(attempt.retryAt) },
    })),
    prompts: prompts.map((prompt) => ({ ...prompt, jobId: id })),
  };
}

async function insertCopies(tx: Queries, copies: readonly Copy[]): Promise<void> {
  const ofAll = <Of extends object>(rowsOf: (copy: Copy) => Of[], row: (of: Of, source: string) => Row) =>
    copies.flatMap((copy) => rowsOf(copy).map((of) => row(of, copy.source)));
  await insertLike(tx, 'Job', { id: 'id', source: 'idempotencyKey', key: [] }, Prisma.JobScalarFieldEnum, [
    ...ofAll(
      ({ job }) => [job],
      ({ id, userId, apiKeyId, createdAt, startedAt, finishedAt }, idempotencyKey) => ({
        ...{ id, idempotencyKey, userId, apiKeyId, createdAt, startedAt, finishedAt },
      }),
    ),
  ]);
  await insertLike(
    tx,
    'JobStep',
    { id: 'jobId', source: 'errorStepId', key: ['position'] },
    Prisma.JobStepScalarFieldEnum,
    ofAll(
      ({ steps }) => steps,
      ({ jobId, position, startedAt, finishedAt }, errorStepId) => ({
        ...{ jobId, errorStepId, position, startedAt, finishedAt },
      }),
    ),
  );
  await insertLike(
    tx,
    'Attempt',
    { id: 'jobId', source: 'code', key: ['position', 'number'] },
    Prisma.AttemptScalarFieldEnum,
    ofAll(
      ({ attempts }) => attempts,
      ({ jobId, position, number, startedAt, retryAt }, code) => ({
        ...{ jobId, code, position, number, startedAt, retryAt },
      }),
    ),
  );
  await insertLike(
    tx,
    'StepPrompt',
    { id: 'jobId', source: 'messages', key: ['position', 'digest'] },
    Prisma.StepPromptScalarFieldEnum,
    ofAll(
      ({ prompts }) => prompts,
      ({ jobId, position, digest }, messages) => ({ jobId, messages, position, digest }),
    ),
  );
}

/**
 * Inserts copies of rows, except for the given columns. Texts stay in the database: as a parameter, they would take
 * most of the time.
 * @param columns `id` has the new job's id; `source`, a text that isn't given, carries that of the job to repeat
 */
async function insertLike(
  tx: Queries,
  table: string,
  { id, source, key }: { id: string; source: string; key: readonly string[] },
  columns: Readonly<Record<string, string>>,
  given: readonly Row[],
): Promise<void> {
  const [first] = given;
  if (!first) return;
  const names = Object.keys(first);
  const own = new Set(names.filter((name) => name !== source));
  const all = Object.values(columns);
  const listed = Prisma.raw(all.map((name) => `"${name}"`).join(', '));
  const selected = Prisma.raw(
    all.map((name) => `${own.has(name) ? '"given"' : '"like"'}."${name}"`).join(', '),
  );
  const matches = [
    `"like"."${id}" = "given"."${source}"`,
    ...key.map((name) => `"like"."${name}" = "given"."${name}"`),
  ];
  const rows = given.map((row) => names.map((name) => row[name] ?? null));
  // SQLite reads the table on the left of a CROSS JOIN first.
  await tx.$executeRaw`
    INSERT INTO ${Prisma.raw(`"${table}"`)} (${listed})
    SELECT ${selected} FROM (${tx.dialect.rows(table, names, rows)}) AS "given"
    CROSS JOIN ${Prisma.raw(`"${table}"`)} AS "like" WHERE ${Prisma.raw(matches.join(' AND '))}`;
}

function executionOf({ job, attempts }: Copy, templateIds: ReadonlyMap<string, string>) {
  const { accountId, userId, apiKeyId, status, tokensIn, tokensOut, costNanos, startedAt, finishedAt } = job;
  if (!startedAt || !finishedAt || (status !== 'COMPLETED' && status !== 'FAILED'))
    throw new Error("A demo job hasn't ended.");
  return {
    ...{ accountId, userId, apiKeyId, status, tokensIn, tokensOut, finishedAt },
    templateId: templateIds.get(job.name) ?? '',
    model: lastCalled(attempts) ?? 'none',
    costMicros: costNanos === null ? null : Math.round(Number(costNanos) / 1_000),
    latencyMs: finishedAt.getTime() - startedAt.getTime(),
  };
}

async function meterCopies(
  tx: Queries,
  { listedModels }: Pick<ServerContext, 'listedModels'>,
  day: Day,
  copies: readonly Copy[],
): Promise<void> {
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
  await meterModelCalls(tx, { now: () => then, listedModels }, calls, fallbacks);
}
