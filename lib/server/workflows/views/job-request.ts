import { conditionNames, conditionValues, stepsNamed } from '@/lib/engine/planning/condition-values';
import { type SentWorkflow, sentWorkflow } from '@/lib/engine/planning/sent-workflow';
import type { StepInput, Workflow } from '@/lib/engine/workflow';
import type { SqlReader } from '@/lib/server/database/database';
import { sentWith } from '@/lib/server/jobs/ledger/sent-job';
import { stepKey } from '@/lib/server/jobs/ledger/step-key';
import {
  type KeptMessage,
  type PromptSize,
  readMessages,
  readPromptSizes,
} from '@/lib/server/jobs/ledger/step-prompts';
import type { ContentBudget } from '@/lib/server/workflows/views/content-budget';
import { LazyValues } from '@/lib/server/workflows/views/lazy-values';
import { type Job, Prisma } from '@/prisma/generated/prisma/client';

/** The request that started a job. */
interface StoredRequest {
  planned: Workflow;
  sent: SentWorkflow;
}

/** The file that a workflow came with. */
export interface InputFile {
  name: string;
  /** Of its text in UTF-8. */
  bytes: number;
  /** The first characters of its text; null if it isn't text, or came before they were stored. */
  beginning: string | null;
}

/** The key that a job was started with. */
export interface StartingKey {
  id: string;
  /** Null if it has none, or was deleted. */
  name: string | null;
  /** The beginning and end of its secret; null if it was deleted. */
  hint: string | null;
}

/** The requests of some jobs, and the messages of their steps. Nothing is kept: a response reads what it shows. */
export class JobRequests {
  readonly #rows: SqlReader;
  readonly #ids: readonly string[];
  readonly #requests = new LazyValues((ids) => this.#readRequests(ids));
  readonly #sizes = new LazyValues((ids) => this.#readSizes(ids));
  readonly #messages = new LazyValues((keys) => readMessages(this.#rows, keys));
  readonly #keys = new LazyValues((ids) => this.#readKeys(ids));
  /** Under way for a response. */
  readonly #shared = new WeakMap<ContentBudget, Map<string, Promise<StoredRequest | null>>>();
  #promptSizes: Promise<ReadonlyMap<string, PromptSize>> | undefined;

  constructor(rows: SqlReader, ids: readonly string[]) {
    this.#rows = rows;
    this.#ids = ids;
  }

  /**
   * The workflow of a job, as it can be sent again; null if it's no longer kept.
   * @throws AppError RESPONSE_TOO_LARGE if the response has no space for it
   */
  async workflow(jobId: string, budget: ContentBudget): Promise<SentWorkflow | null> {
    const bytes = await this.#sizeOf(jobId, budget);
    return (await this.#requests.get(jobId, bytes, budget))?.sent ?? null;
  }

  /**
   * The workflow of a job as it was planned, with the bytes of its file; null if it's no longer kept.
   * @throws AppError RESPONSE_TOO_LARGE if the response has no space for it
   */
  async planned(
    jobId: string,
    budget: ContentBudget,
  ): Promise<{ workflow: Workflow; fileBytes: number } | null> {
    const request = await this.#sharedRequest(jobId, budget);
    const sizes = await this.#sizes.get(jobId, 0, budget);
    return request && { workflow: request.planned, fileBytes: sizes?.file ?? 0 };
  }

  /**
   * The step of a workflow, as it can be sent again.
   * @throws AppError RESPONSE_TOO_LARGE if the response has no space for it
   */
  async definition(jobId: string, position: number, budget: ContentBudget): Promise<StepInput | null> {
    const request = await this.#sharedRequest(jobId, budget);
    return takeJson(request?.sent.steps[position] ?? null, budget);
  }

  /**
   * The values that a step's condition read, by their names; null if it has none.
   * @param outcomesOf the states of the steps with these ids, and the outputs of some of them
   * @throws AppError RESPONSE_TOO_LARGE if the response has no space for them
   */
  async conditionValues(
    jobId: string,
    position: number,
    outcomesOf: (
      ids: readonly string[],
      withOutput: readonly string[],
    ) => Promise<Parameters<typeof conditionValues>[2]>,
    budget: ContentBudget,
  ): Promise<Record<string, unknown> | null> {
    const planned = (await this.#sharedRequest(jobId, budget))?.planned;
    const step = planned?.steps[position];
    const names = step ? conditionNames(step) : null;
    if (!planned || !names) return null;
    const outcomes = await outcomesOf(stepsNamed(names), stepsNamed(names, 'output'));
    const values = conditionValues(names, planned, outcomes);
    // Space for the outputs has been taken.
    const others = Object.entries(values).filter(([name]) => !name.startsWith('steps.'));
    takeJson(others, budget);
    return values;
  }

  /**
   * The file that came with the workflow; its text isn't read.
   * @throws AppError RESPONSE_TOO_LARGE if the response has no space for its beginning
   */
  async file(jobId: string, budget: ContentBudget): Promise<InputFile | null> {
    const planned = (await this.#sharedRequest(jobId, budget))?.planned;
    if (!planned || planned.fileName === null) return null;
    const sizes = await this.#sizes.get(jobId, 0, budget);
    return {
      name: planned.fileName,
      // Early versions stored a file inside the workflow.
      bytes: planned.file === null ? (sizes?.file ?? 0) : Buffer.byteLength(planned.file),
      beginning: takeJson(planned.fileBeginning ?? null, budget),
    };
  }

  /**
   * The messages that a step has sent, as far as they are kept; null if none is.
   * @throws AppError RESPONSE_TOO_LARGE if the response has no space for them
   */
  async messages(jobId: string, position: number, budget: ContentBudget): Promise<KeptMessage[] | null> {
    const key = stepKey(jobId, position);
    const size = (await this.#sizesOfPrompts()).get(key);
    return size ? this.#messages.get(key, size.bytes, budget) : null;
  }

  /** Whether a step has sent further messages, which aren't kept. */
  async hasMoreMessages(jobId: string, position: number): Promise<boolean> {
    return (await this.#sizesOfPrompts()).get(stepKey(jobId, position))?.isCut ?? false;
  }

  #sizesOfPrompts(): Promise<ReadonlyMap<string, PromptSize>> {
    // Not kept: a step may send messages between two responses.
    this.#promptSizes ??= readPromptSizes(this.#rows, this.#ids).finally(() => {
      this.#promptSizes = undefined;
    });
    return this.#promptSizes;
  }

  async key(id: string, budget: ContentBudget): Promise<StartingKey> {
    return (await this.#keys.get(id, 0, budget)) ?? { id, name: null, hint: null };
  }

  /** A response that shows several parts of a workflow at the same time takes the space to read it once. */
  #sharedRequest(jobId: string, budget: ContentBudget): Promise<StoredRequest | null> {
    const shared = this.#shared.get(budget) ?? new Map<string, Promise<StoredRequest | null>>();
    this.#shared.set(budget, shared);
    const known = shared.get(jobId);
    if (known) return known;
    const reading = this.#sizeOf(jobId, budget)
      .then((bytes) => this.#requests.get(jobId, bytes, budget))
      .finally(() => shared.delete(jobId));
    shared.set(jobId, reading);
    return reading;
  }

  async #sizeOf(jobId: string, budget: ContentBudget): Promise<number> {
    return (await this.#sizes.get(jobId, 0, budget))?.request ?? 0;
  }

  async #readSizes(ids: readonly string[]): Promise<ReadonlyMap<string, { request: number; file: number }>> {
    // For a length, neither database reads the text.
    const read = await this.#rows<{ id: string; request: number | bigint; file: number | bigint }>(Prisma.sql`
      SELECT "id", coalesce(octet_length("workflow"), 0) + coalesce(octet_length("metadata"), 0) AS "request",
        coalesce((SELECT octet_length("text") FROM "JobFile" WHERE "jobId" = "Job"."id"), 0) AS "file"
      FROM "Job" WHERE "id" IN ${this.#rows.dialect.listed(ids)}`);
    return new Map(
      read.map(({ id, request, file }) => [id, { request: Number(request), file: Number(file) }]),
    );
  }

  async #readRequests(ids: readonly string[]): Promise<ReadonlyMap<string, StoredRequest>> {
    const read = await this.#rows<Pick<Job, 'id' | 'slots' | 'metadata' | 'workflow'>>(Prisma.sql`
      SELECT "id", "slots", "metadata", "workflow" FROM "Job" WHERE "id" IN ${this.#rows.dialect.listed(ids)}`);
    return new Map(
      read.flatMap((job) => {
        const request = sentWith(job);
        if (!request) return [];
        const { workflow: planned, metadata } = request;
        return [[job.id, { planned, sent: sentWorkflow(planned, metadata) }] as const];
      }),
    );
  }

  async #readKeys(ids: readonly string[]): Promise<ReadonlyMap<string, StartingKey>> {
    const read = await this.#rows<StartingKey>(Prisma.sql`
      SELECT "id", "name", "hint" FROM "ApiKey" WHERE "id" IN ${this.#rows.dialect.listed(ids)}`);
    return new Map(read.map((key) => [key.id, key]));
  }
}

/** A value, for which a response has space. @throws AppError RESPONSE_TOO_LARGE if it has none */
function takeJson<Value>(value: Value, budget: ContentBudget): Value {
  budget.take(Buffer.byteLength(JSON.stringify(value)));
  return value;
}
