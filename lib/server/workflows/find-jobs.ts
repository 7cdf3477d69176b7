import { setImmediate as nextTurn } from 'node:timers/promises';
import type { z } from 'zod';
import { limits } from '@/lib/config/limits';
import { NO_KEY } from '@/lib/rules/api-key-display';
import { endOfDay, startOfDay } from '@/lib/rules/day';
import { nanosOfDollars } from '@/lib/rules/nano-dollars';
import { foldText, wordsIn } from '@/lib/rules/search-text';
import type { Queries } from '@/lib/server/database/database';
import type { Dialect } from '@/lib/server/database/dialect';
import { idPrefixes } from '@/lib/server/ids';
import { foldJobName, MORE_LINES } from '@/lib/server/jobs/ledger/job-search';
import type { PageQuery } from '@/lib/server/list-page';
import { isExecutionSql } from '@/lib/server/usage/meter-executions';
import type { jobFilters } from '@/lib/validation/workflows';
import { type Job, Prisma } from '@/prisma/generated/prisma/client';
import { hasMetadata } from './has-metadata';

/** Whose jobs, and which of them. */
export interface JobQuery {
  accountId: string;
  /** Only this user's jobs. */
  userId?: string | undefined;
  /** Only jobs that weren't run again. */
  isNotRerun?: boolean;
  /** Only this job. */
  id?: string | undefined;
  filters: Omit<z.output<typeof jobFilters>, 'userId'>;
}

/** As its list's index has it. */
type FoundJob = Pick<Job, 'createdAt' | 'id' | 'endText' | 'hasFallbacks'>;

/** A job's place in the order of lists. */
export type JobPlace = Pick<Job, 'createdAt' | 'id'>;

/** From where on, and up to which job, jobs are looked at. */
interface Span {
  /** Newer ones, the oldest first. */
  isBackward: boolean;
  /** The job to begin with. */
  from?: { id: string } | JobPlace | undefined;
  /** The last job to look at; null for all. */
  until?: JobPlace | null;
}

/**
 * Jobs from the cursor on, newest first, its own row included. In SQL, for the reasons of `findUsers`. All
 * columns of the conditions are part of the list's indexes, so that even a search without a match reads no job.
 * @param until the last job that is looked at; null for all
 */
export async function findJobs(
  queries: Queries,
  query: JobQuery,
  { take, from }: PageQuery<{ id: string } | JobPlace>,
  until: JobPlace | null = null,
): Promise<FoundJob[]> {
  const back = take < 0;
  const direction = Prisma.raw(back ? 'ASC' : 'DESC');
  const rows: FoundJob[] = [];
  for await (const span of spansOf(queries, query, { isBackward: back, from, until })) {
    const conditions = [...conditionsOf(queries.dialect, query), ...conditionsOn(span)];
    const found = await queries.$queryRaw<FoundJob[]>`
      SELECT "createdAt", "id", "endText", "hasFallbacks" FROM "Job" WHERE ${Prisma.join(conditions, ' AND ')}
      ORDER BY "createdAt" ${direction}, "id" ${direction}
      LIMIT ${Math.abs(take) - rows.length}`;
    rows.push(...found);
    if (rows.length === Math.abs(take)) break;
  }
  return back ? rows.reverse() : rows;
}

/** The parts of a span that statements look at one after another. Others' work runs in between. */
export async function* spansOf(queries: Queries, query: JobQuery, whole: Span): AsyncGenerator<Span> {
  if (!readsJobs(query.filters)) return yield whole;
  for (let { from } = whole; ; ) {
    const [last, next] = await boundaryOf(queries, query, jobsAtOnce(query.filters), { ...whole, from });
    yield { ...whole, from, until: last ?? whole.until };
    if (!next) return;
    from = next;
    await nextTurn();
  }
}

/** Jobs that one statement looks at, if it reads more than the list's index. */
const jobsAtOnce = ({ metadata }: JobQuery['filters']): number =>
  metadata?.length ? limits.jobSearch.withMetadata : limits.jobSearch.withReading;

/** The last of so many jobs that a query looks at, whether or not they match; null if there are no others. */
export async function endOfSearch(
  queries: Queries,
  query: JobQuery,
  most: number,
  span: Omit<Span, 'until'> = { isBackward: false },
): Promise<JobPlace | null> {
  const [last, next] = await boundaryOf(queries, query, most, span);
  return next ? (last ?? null) : null;
}

/** The last of so many jobs of a span, whether or not they match, and the one after it; none if there are fewer. */
function boundaryOf(queries: Queries, query: JobQuery, count: number, span: Span): Promise<JobPlace[]> {
  const direction = Prisma.raw(span.isBackward ? 'ASC' : 'DESC');
  const conditions = [...scopeOf(queries.dialect, query), ...conditionsOn(span)];
  return queries.$queryRaw<JobPlace[]>`
    SELECT "createdAt", "id" FROM "Job" WHERE ${Prisma.join(conditions, ' AND ')}
    ORDER BY "createdAt" ${direction}, "id" ${direction} LIMIT 2 OFFSET ${count - 1}`;
}

/** The conditions of a list on the rows of "Job", at least one. */
export const conditionsOf = (dialect: Dialect, query: JobQuery): Prisma.Sql[] => [
  ...scopeOf(dialect, query),
  ...filtersOf(dialect, query),
];

export function conditionsOn({ isBackward, from, until }: Span): Prisma.Sql[] {
  const [onwards, upTo] = isBackward ? ['>=', '<='] : ['<=', '>='];
  return [
    from && Prisma.sql`("createdAt", "id") ${Prisma.raw(onwards)} ${placeOf(from)}`,
    until && Prisma.sql`("createdAt", "id") ${Prisma.raw(upTo)} (${until.createdAt}, ${until.id})`,
  ].filter((condition) => condition instanceof Prisma.Sql);
}

const placeOf = (job: { id: string } | JobPlace): Prisma.Sql =>
  'createdAt' in job
    ? Prisma.sql`(${job.createdAt}, ${job.id})`
    : Prisma.sql`(SELECT "createdAt", "id" FROM "Job" WHERE "id" = ${job.id})`;

/** The conditions by which an index is entered: no other job is looked at. At least one. */
function scopeOf({ never }: Dialect, { accountId, userId, id, filters }: JobQuery): Prisma.Sql[] {
  const { status, from, to, endedTo, bulkJobId } = filters;
  const ofRun = (column: 'createdAt' | 'finishedAt') =>
    Prisma.sql`(SELECT ${Prisma.raw(`"${column}"`)} FROM "BulkRun" WHERE "id" = ${bulkJobId})`;
  const conditions: (Prisma.Sql | false | null | undefined | '')[] = [
    // Jobs belong to the account of their user. Naming both would lead SQLite away from the user's few jobs.
    userId ? Prisma.sql`"userId" = ${userId}` : Prisma.sql`"accountId" = ${accountId}`,
    id && Prisma.sql`"id" = ${id}`,
    status && !userId && Prisma.sql`"status" = ${status}`,
    from && Prisma.sql`"createdAt" >= ${startOfDay(from)}`,
    to && Prisma.sql`"createdAt" < ${endOfDay(to)}`,
    // None ends before it is created, by which the index is ordered.
    endedTo && Prisma.sql`"createdAt" < ${endOfDay(endedTo)}`,
    bulkJobId &&
      Prisma.sql`"createdAt" >= ${ofRun('createdAt')} AND "createdAt" <= coalesce(${ofRun('finishedAt')}, ${never})`,
  ];
  return conditions.filter((condition) => condition instanceof Prisma.Sql);
}

function filtersOf(dialect: Dialect, { accountId, userId, isNotRerun, filters }: JobQuery): Prisma.Sql[] {
  const { name, search, template, status, errorCode, model, apiKeyId, bulkJobId } = filters;
  const { callOutcome, exceptTemplates, failureCode } = filters;
  const { endedFrom, endedTo, withFallbacks, costOver, durationOver } = filters;
  const conditions: (Prisma.Sql | false | null | undefined | '')[] = [
    bulkJobId
      ? Prisma.sql`"bulkRunId" = ${bulkJobId}`
      : !filters.withBulkRows && Prisma.sql`"bulkRunId" IS NULL`,
    status && userId && Prisma.sql`"status" = ${status}`,
    name && isNamed(dialect, name, 'job'),
    ...wordsIn(search).map((word) => isFound(dialect, accountId, word)),
    ...(filters.metadata ?? []).map((property) => hasMetadata(dialect, property)),
    // The index knows the folded name only.
    template && Prisma.sql`"searchName" = ${foldJobName(template)} AND "name" = ${template}`,
    exceptTemplates != null && exceptTemplates.length > 0 && isNoneOf(exceptTemplates),
    errorCode && Prisma.sql`"errorCode" = ${errorCode}`,
    failureCode && hasFailure(dialect, failureCode),
    callOutcome ? hasCall(dialect, callOutcome, model) : model && hasCalled(dialect, model),
    apiKeyId === NO_KEY ? Prisma.sql`"apiKeyId" IS NULL` : apiKeyId && Prisma.sql`"apiKeyId" = ${apiKeyId}`,
    withFallbacks != null && Prisma.sql`"finishedAt" IS NOT NULL AND "hasFallbacks" = ${withFallbacks}`,
    costOver != null &&
      Prisma.sql`"finishedAt" IS NOT NULL AND "costNanos" > ${BigInt(nanosOfDollars(costOver))}`,
    durationOver != null && Prisma.sql`"durationMs" > ${longest(durationOver)}`,
    endedFrom && Prisma.sql`"finishedAt" >= ${startOfDay(endedFrom)}`,
    endedTo && Prisma.sql`"finishedAt" < ${endOfDay(endedTo)}`,
    filters.onlyExecutions && Prisma.sql`"finishedAt" IS NOT NULL AND ${isExecutionSql}`,
    // As `waitReason` says it. Few jobs run, and fewer wait.
    filters.awaitsApproval &&
      Prisma.sql`"status" = 'RUNNING' AND "queueState" = 'PARKED' AND "id" IN (
        SELECT "jobId" FROM "Approval" WHERE "accountId" = ${accountId} AND "state" = 'PENDING')`,
    isNotRerun && Prisma.sql`NOT EXISTS (SELECT 1 FROM "Rerun" WHERE "ofJobId" = "Job"."id")`,
  ];
  return conditions.filter((condition) => condition instanceof Prisma.Sql);
}

/** Milliseconds, as many as a column has space for. */
const longest = (seconds: number): number => Math.min(2 ** 31 - 1, Math.round(seconds * 1000));

/** Whether a record's name contains the words, or its id begins with them. */
export function isNamed({ contains }: Dialect, words: string, thing: 'job' | 'bulkRun'): Prisma.Sql {
  const folded = foldText(words);
  const inName = folded ? contains(Prisma.sql`"searchName"`, folded) : Prisma.sql`1 = 1`;
  const start = idStartOf(words, thing);
  return start ? Prisma.sql`(${inName} OR ${hasId(start)})` : inName;
}

function isFound({ contains }: Dialect, accountId: string, word: string): Prisma.Sql {
  const folded = foldText(word);
  if (!folded) return Prisma.sql`1 = 1`;
  const start = idStartOf(word, 'job');
  const places = [
    ...['searchName', 'searchMetadata'].map((column) => contains(Prisma.raw(`"${column}"`), folded)),
    contains(Prisma.sql`lower("endText")`, folded),
    Prisma.sql`"apiKeyId" IN (
      SELECT "id" FROM "ApiKey" WHERE "accountId" = ${accountId} AND ${contains(Prisma.sql`"sortName"`, folded)})`,
    ...(start ? [hasId(start)] : []),
    ...(isKeyId(word) ? [Prisma.sql`"apiKeyId" = ${word.toLowerCase()}`] : []),
  ];
  return Prisma.sql`(${Prisma.join(places, ' OR ')})`;
}

/** All ids have the same prefix, so words are the beginning of an id only if they are longer than the prefix. */
function idStartOf(words: string, thing: 'job' | 'bulkRun'): string | null {
  const start = words.toLowerCase();
  const prefix = `${idPrefixes[thing]}_`;
  return start.startsWith(prefix) && start !== prefix ? start : null;
}

const isKeyId = (word: string): boolean => word.toLowerCase().startsWith(`${idPrefixes.apiKey}_`);

const hasId = (start: string): Prisma.Sql => Prisma.sql`substr("id", 1, ${start.length}) = ${start}`;

/** Of a job that called more models than its `endText` has space for, the calls are read. */
function hasCalled({ contains }: Dialect, model: string): Prisma.Sql {
  const endText = Prisma.sql`"endText"`;
  return Prisma.sql`(${contains(endText, `\n${model}\n`)} OR (${contains(endText, `\n${MORE_LINES}\n`)}
    AND EXISTS (SELECT 1 FROM "Attempt"
      WHERE "jobId" = "Job"."id" AND "model" = ${model} AND "outcome" <> 'PASSED_OVER')))`;
}

/** Whether the job, one of its steps, or a call has failed with a code. Codes come first in the text, which has space for twenty. */
const hasFailure = ({ contains }: Dialect, code: string): Prisma.Sql =>
  Prisma.sql`("errorCode" = ${code} OR ${contains(Prisma.sql`"endText"`, `\n${code}\n`)})`;

/** The index knows folded names only: a job of another name that folds alike is read. */
const isNoneOf = (templates: readonly string[]): Prisma.Sql =>
  Prisma.sql`("searchName" NOT IN (${Prisma.join(templates.map(foldJobName))}) OR "name" NOT IN (${Prisma.join(templates)}))`;

/** Outcomes of calls that aren't a failure's code. FAILED are all failures, and calls that were lost with their process. */
const failed = Prisma.sql`"outcome" IN ('FAILED', 'LOST')`;
const outcomes: ReadonlyMap<string, Prisma.Sql> = new Map([
  ['FAILED', failed],
  ['LOST', Prisma.sql`"outcome" = 'LOST'`],
  ['PASSED_OVER', Prisma.sql`"outcome" = 'PASSED_OVER'`],
]);

/** Whether jobs match by their calls, or by metadata that may be long: no index of a list has these. */
const readsJobs = ({ callOutcome, metadata }: JobQuery['filters']): boolean =>
  (callOutcome != null && outcomes.has(callOutcome)) || (metadata?.length ?? 0) > 0;

/** The calls that a list of jobs with these filters counts, as conditions on the rows of "Attempt". */
export function countedCalls({
  callOutcome,
  model,
}: Pick<JobQuery['filters'], 'callOutcome' | 'model'>): Prisma.Sql {
  const ended = callOutcome
    ? (outcomes.get(callOutcome) ?? Prisma.sql`${failed} AND "code" = ${callOutcome}`)
    : Prisma.sql`"outcome" IN ('ANSWERED', 'FAILED', 'LOST')`;
  return model ? Prisma.sql`${ended} AND "model" = ${model}` : ended;
}

/** A failure's code is in the `endText` of its job: calls of others aren't read. */
function hasCall({ contains }: Dialect, callOutcome: string, model: string | null | undefined): Prisma.Sql {
  const exists = Prisma.sql`EXISTS (
    SELECT 1 FROM "Attempt" WHERE "jobId" = "Job"."id" AND ${countedCalls({ callOutcome, model })})`;
  if (outcomes.has(callOutcome)) return Prisma.sql`"finishedAt" IS NOT NULL AND ${exists}`;
  const endText = Prisma.sql`"endText"`;
  return Prisma.sql`(${contains(endText, `\n${callOutcome}\n`)} OR ${contains(endText, `\n${MORE_LINES}\n`)})
    AND ${exists}`;
}
