import { resultOf } from '@/lib/engine/run/job-end';
import type { StepStatus } from '@/lib/engine/workflow';
import type { SqlReader } from '@/lib/server/database/database';
import { type FileRow, filesOfJobs } from '@/lib/server/files/find-files';
import { awaitsPerson } from '@/lib/server/jobs/ledger/approvals';
import { readInterruptions } from '@/lib/server/jobs/ledger/interruptions';
import { columnsBut } from '@/lib/server/jobs/ledger/job-rows';
import { errorOf, nanosOf } from '@/lib/server/jobs/ledger/step-columns';
import { jobIdsOf, stepKey, stepKeySql } from '@/lib/server/jobs/ledger/step-key';
import type { KeptMessage } from '@/lib/server/jobs/ledger/step-prompts';
import type { ContentBudget } from '@/lib/server/workflows/views/content-budget';
import { type ApprovalView, JobApprovals } from '@/lib/server/workflows/views/job-approvals';
import { type ErrorView, JobErrors } from '@/lib/server/workflows/views/job-errors';
import { type JobOutcome, readOutcomes } from '@/lib/server/workflows/views/job-outcomes';
import { JobRequests } from '@/lib/server/workflows/views/job-request';
import { LazyValue, LazyValues } from '@/lib/server/workflows/views/lazy-values';
import {
  nothingSpent,
  readSpending,
  readWaits,
  type StepSpending,
  type Sums,
  spendingOf,
} from '@/lib/server/workflows/views/read-attempts';
import {
  type Interruption,
  type JobStep,
  Prisma,
  type Rerun,
  type ReusedStep,
} from '@/prisma/generated/prisma/client';

/** A step of a job, with the sums over its attempts so far. */
export interface StepView extends Sums {
  position: number;
  stepId: string;
  task: string;
  status: StepStatus;
  /** Whether its output belongs to the job's result. */
  isFinal: boolean;
  /** Of its output's JSON; null if it has none. */
  outputBytes: number | null;
  model: string | null;
  reason: string | null;
  fallbacks: string[];
  truncated: boolean;
  latencyMs: number | null;
  error: ErrorView | null;
  startedAt: Date | null;
  finishedAt: Date | null;
  waitingUntil: Date | null;
  /** Over all attempts. */
  spending(): Promise<StepSpending>;
  /** The job whose run made its outcome, if that was reused. */
  reusedFrom: string | null;
  /** @throws AppError RESPONSE_TOO_LARGE if the response has no space for it */
  output(budget: ContentBudget): Promise<unknown>;
  /** Itself, as it can be sent again; null if it's no longer kept. @throws AppError RESPONSE_TOO_LARGE */
  definition(budget: ContentBudget): Promise<unknown>;
  /** The values that its condition read, by their names; null if none was decided. @throws AppError RESPONSE_TOO_LARGE */
  conditionValues(budget: ContentBudget): Promise<unknown>;
  /** That it has sent, as far as they are kept; null if none is. @throws AppError RESPONSE_TOO_LARGE */
  messages(budget: ContentBudget): Promise<KeptMessage[] | null>;
  /** Whether it has sent further messages, which aren't kept. */
  hasMoreMessages(): Promise<boolean>;
  /** Its request for approval; null if it has made none. */
  approval(): Promise<ApprovalView | null>;
}

/** The row of a bulk run that a job was started for. */
export interface RowPlace {
  runId: string;
  /** Of the row in its file, from 1; null once the row has a later job, or is no longer kept. */
  line: number | null;
}

/** A step without its texts. */
type StepRow = Omit<JobStep, 'output' | 'pieces'> & { outputBytes: number | bigint | null };
type OutputPlace = Pick<StepRow, 'jobId' | 'position' | 'outputBytes'>;
/** The fields of a step that a result needs. */
type FinalStep = Pick<StepView, 'stepId' | 'output'>;

const columns = columnsBut(Prisma.JobStepScalarFieldEnum, 'output', 'pieces');

/**
 * The steps, results, outputs and metadata of some jobs. Steps are read of all jobs when those of the first are asked
 * for, and kept; nothing large is kept, because all followers of a job share this.
 */
export class JobContents {
  readonly errors: JobErrors;
  readonly requests: JobRequests;
  readonly #rows: SqlReader;
  readonly #ids: readonly string[];
  readonly #tallies: ReadonlyMap<string, ReadonlyMap<number, Sums>>;
  readonly #finalSteps = new LazyValues((ids) => this.#readFinalSteps(ids));
  readonly #outputs = new LazyValues((keys) => this.#readOutputs(keys));
  readonly #metadata = new LazyValues((ids) => this.#readMetadata(ids));
  readonly #spending = new LazyValue(() => readSpending(this.#rows, this.#ids));
  readonly #interruptions = new LazyValue(() => readInterruptions(this.#rows, this.#ids));
  readonly #steps = new LazyValue(() => this.#readSteps());
  readonly #files = new LazyValue(async () =>
    Map.groupBy(await filesOfJobs(this.#rows, this.#ids), ({ jobId }) => jobId),
  );
  readonly #rowPlaces = new LazyValue(() => this.#readRowPlaces());
  readonly #reruns = new LazyValue(() => this.#readReruns());
  readonly #outcomes: LazyValue<ReadonlyMap<string, JobOutcome>>;
  readonly #approvals: JobApprovals;

  /**
   * @param tallies the sums over the attempts of running jobs, by job and position
   * @param outcomes of jobs that were found in a list's index
   */
  constructor(
    rows: SqlReader,
    ids: readonly string[],
    tallies: ReadonlyMap<string, ReadonlyMap<number, Sums>>,
    outcomes?: ReadonlyMap<string, JobOutcome>,
  ) {
    this.#rows = rows;
    this.#ids = ids;
    this.#outcomes = new LazyValue(async () => outcomes ?? readOutcomes(rows, ids));
    this.#tallies = tallies;
    this.errors = new JobErrors(rows, ids);
    this.requests = new JobRequests(rows, ids);
    this.#approvals = new JobApprovals(rows, ids);
  }

  /** Whether a step of a job waits for a person. */
  awaitsApproval(jobId: string): Promise<boolean> {
    return this.#approvals.isOpen(jobId);
  }

  /** A job that has ended, as lists show it. */
  async outcome(jobId: string): Promise<JobOutcome> {
    return (await this.#outcomes.get()).get(jobId) ?? { models: [], errorCodes: [], hasFallbacks: false };
  }

  /** In the order of the workflow. */
  async steps(jobId: string): Promise<readonly StepView[]> {
    return (await this.#steps.get()).get(jobId) ?? [];
  }

  /** The costs over all attempts of a job. */
  async spending(jobId: string): Promise<StepSpending> {
    return spendingOf((await this.#spendingOf(jobId))?.values() ?? []);
  }

  /** When a job was in no process, in order. */
  async interruptions(jobId: string): Promise<readonly Interruption[]> {
    return (await this.#interruptions.get()).get(jobId) ?? [];
  }

  /** In the order in which the steps wrote them. */
  async files(jobId: string): Promise<readonly FileRow[]> {
    return (await this.#files.get()).get(jobId) ?? [];
  }

  /** Null for a single job. */
  async rowPlace(jobId: string): Promise<RowPlace | null> {
    return (await this.#rowPlaces.get()).get(jobId) ?? null;
  }

  /** The job that a job runs again; null for most. */
  async rerunOf(jobId: string): Promise<string | null> {
    return (await this.#reruns.get()).get(jobId) ?? null;
  }

  /**
   * The result of a completed job.
   * @throws AppError RESPONSE_TOO_LARGE if the response has no space for it
   */
  async result(jobId: string, budget: ContentBudget): Promise<unknown> {
    // If the same response selects the steps, they are asked for by then. Then it reads the outputs of both at once.
    await null;
    const final = this.#steps.isAskedFor
      ? (await this.steps(jobId)).filter(({ isFinal }) => isFinal)
      : ((await this.#finalSteps.get(jobId, 0, budget)) ?? []);
    return resultOf(
      await Promise.all(final.map(async ({ stepId, output }) => ({ stepId, output: await output(budget) }))),
    );
  }

  /** @throws AppError RESPONSE_TOO_LARGE if the response has no space for it */
  metadata(jobId: string, bytes: number, budget: ContentBudget): Promise<unknown> {
    return this.#metadata.get(jobId, bytes, budget);
  }

  async #spendingOf(jobId: string): Promise<ReadonlyMap<number, StepSpending> | undefined> {
    return (await this.#spending.get()).get(jobId);
  }

  async #readSteps(): Promise<ReadonlyMap<string, StepView[]>> {
    const views = new Map<string, StepView[]>(this.#ids.map((id) => [id, []]));
    // For a length, neither database reads the text.
    const steps = await this.#rows<StepRow>(Prisma.sql`
      SELECT ${columns}, octet_length("output") AS "outputBytes" FROM "JobStep"
      WHERE "jobId" IN ${this.#rows.dialect.listed(this.#ids)} ORDER BY "jobId", "position"`);
    const [waits, makers] = await Promise.all([
      readWaits(this.#rows, [...this.#tallies.keys()]),
      this.#readMakers(),
    ]);
    for (const step of steps)
      views.get(step.jobId)?.push(
        this.#viewOf(step, {
          retryAt: waits.get(step.jobId)?.get(step.position) ?? null,
          reusedFrom: makers.get(stepKey(step.jobId, step.position)) ?? null,
        }),
      );
    return views;
  }

  async #readFinalSteps(ids: readonly string[]): Promise<ReadonlyMap<string, FinalStep[]>> {
    const final = new Map<string, FinalStep[]>(ids.map((id) => [id, []]));
    const steps = await this.#rows<OutputPlace & { stepId: string }>(Prisma.sql`
      SELECT "jobId", "position", "stepId", octet_length("output") AS "outputBytes" FROM "JobStep"
      WHERE "jobId" IN ${this.#rows.dialect.listed(ids)} AND "isFinal" ORDER BY "jobId", "position"`);
    for (const step of steps)
      final.get(step.jobId)?.push({ stepId: step.stepId, output: this.#outputOf(step) });
    return final;
  }

  /** The jobs that made reused outcomes, by the steps that have them. */
  async #readMakers(): Promise<ReadonlyMap<string, string>> {
    const reused = await this.#rows<ReusedStep>(Prisma.sql`
      SELECT "jobId", "position", "ofJobId" FROM "ReusedStep" WHERE "jobId" IN ${this.#rows.dialect.listed(this.#ids)}`);
    return new Map(reused.map(({ jobId, position, ofJobId }) => [stepKey(jobId, position), ofJobId]));
  }

  async #readReruns(): Promise<ReadonlyMap<string, string>> {
    const reruns = await this.#rows<Rerun>(Prisma.sql`
      SELECT "jobId", "ofJobId" FROM "Rerun" WHERE "jobId" IN ${this.#rows.dialect.listed(this.#ids)}`);
    return new Map(reruns.map(({ jobId, ofJobId }) => [jobId, ofJobId]));
  }

  /** @param retryAt when a step under way continues after a failed call */
  #viewOf(
    step: StepRow,
    { retryAt, reusedFrom }: { retryAt: Date | null; reusedFrom: string | null },
  ): StepView {
    const { jobId, position } = step;
    const sums = this.#tallies.get(jobId)?.get(position) ?? step;
    // A step that was returned to the queue with its job has begun all the same.
    const status = step.status === 'PENDING' && step.startedAt !== null ? 'RUNNING' : step.status;
    return {
      position,
      stepId: step.stepId,
      task: step.task,
      status,
      isFinal: step.isFinal,
      outputBytes: step.outputBytes === null ? null : Number(step.outputBytes),
      model: step.model,
      reason: step.reason,
      fallbacks: JSON.parse(step.fallbacks),
      truncated: step.truncated,
      attempts: sums.attempts,
      tokensIn: sums.tokensIn,
      tokensOut: sums.tokensOut,
      costNanos: nanosOf(sums.costNanos),
      latencyMs: step.latencyMs,
      error: this.errors.of(jobId, errorOf(step)),
      startedAt: step.startedAt,
      finishedAt: step.finishedAt,
      waitingUntil: step.waitingUntil ?? (status === 'RUNNING' ? retryAt : null),
      spending: async () => (await this.#spendingOf(jobId))?.get(position) ?? nothingSpent,
      reusedFrom,
      output: this.#outputOf(step),
      definition: (budget) => this.requests.definition(jobId, position, budget),
      // A step that never began hasn't decided its condition.
      conditionValues: async (budget) =>
        step.startedAt === null
          ? null
          : this.requests.conditionValues(
              jobId,
              position,
              (ids, withOutput) => this.#outcomesOf(jobId, { ids, withOutput }, budget),
              budget,
            ),
      messages: (budget) => this.requests.messages(jobId, position, budget),
      hasMoreMessages: () => this.requests.hasMoreMessages(jobId, position),
      approval: async () =>
        awaitsPerson(step.task) ? this.#approvals.ofStep(jobId, position, step.stepId) : null,
    };
  }

  async #outcomesOf(
    jobId: string,
    { ids, withOutput }: Record<'ids' | 'withOutput', readonly string[]>,
    budget: ContentBudget,
  ) {
    const steps = (await this.steps(jobId)).filter(({ stepId }) => ids.includes(stepId));
    const outcomes = steps.map(
      async ({ stepId, status, output }) =>
        [stepId, { status, output: withOutput.includes(stepId) ? await output(budget) : null }] as const,
    );
    return new Map(await Promise.all(outcomes));
  }

  #outputOf({ jobId, position, outputBytes }: OutputPlace) {
    return async (budget: ContentBudget): Promise<unknown> =>
      outputBytes === null ? null : this.#outputs.get(stepKey(jobId, position), Number(outputBytes), budget);
  }

  async #readOutputs(keys: readonly string[]): Promise<ReadonlyMap<string, unknown>> {
    const { dialect } = this.#rows;
    const rows = await this.#rows<Pick<JobStep, 'jobId' | 'position' | 'output'>>(Prisma.sql`
      SELECT "jobId", "position", "output" FROM "JobStep"
      WHERE "jobId" IN ${dialect.listed(jobIdsOf(keys))} AND ${stepKeySql} IN ${dialect.listed(keys)}`);
    return new Map(
      rows.map(({ jobId, position, output }) => [stepKey(jobId, position), parsed(output)] as const),
    );
  }

  async #readRowPlaces(): Promise<ReadonlyMap<string, RowPlace>> {
    const rows = await this.#rows<RowPlace & { id: string }>(Prisma.sql`
      SELECT "Job"."id", "Job"."bulkRunId" AS "runId", "line" FROM "Job"
      LEFT JOIN "BulkRow" ON "BulkRow"."jobId" = "Job"."id"
      LEFT JOIN "BulkRun" ON "BulkRun"."id" = "BulkRow"."runId"
      LEFT JOIN "BulkFileRow" ON "BulkFileRow"."fileId" = "BulkRun"."fileId"
        AND "BulkFileRow"."position" = "BulkRow"."position"
      WHERE "Job"."id" IN ${this.#rows.dialect.listed(this.#ids)} AND "Job"."bulkRunId" IS NOT NULL`);
    return new Map(rows.map(({ id, ...place }) => [id, place]));
  }

  async #readMetadata(ids: readonly string[]): Promise<ReadonlyMap<string, unknown>> {
    const rows = await this.#rows<{ id: string; metadata: string | null }>(Prisma.sql`
      SELECT "id", "metadata" FROM "Job" WHERE "id" IN ${this.#rows.dialect.listed(ids)}`);
    return new Map(rows.map(({ id, metadata }) => [id, parsed(metadata)] as const));
  }
}

const parsed = (json: string | null): unknown => (json === null ? null : JSON.parse(json));
