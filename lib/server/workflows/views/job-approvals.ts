import type { SqlReader } from '@/lib/server/database/database';
import { jobIdsOf, stepKey, stepKeySql } from '@/lib/server/jobs/ledger/step-key';
import type { ContentBudget } from '@/lib/server/workflows/views/content-budget';
import { LazyValue, LazyValues } from '@/lib/server/workflows/views/lazy-values';
import { type Approval, Prisma } from '@/prisma/generated/prisma/client';

/** The texts of a request for approval. */
interface ApprovalTexts {
  text: string;
  instructions: string;
  /** That the person gave; null without one. */
  reason: string | null;
}

/** A request for approval without its texts. */
type ApprovalRow = Pick<
  Approval,
  | 'id'
  | 'jobId'
  | 'position'
  | 'userId'
  | 'state'
  | 'requestedAt'
  | 'expiresAt'
  | 'decidedAt'
  | 'decidedById'
  | 'apiKeyId'
  | 'decidedAs'
  | 'isJson'
> & { textBytes: number | bigint } & Record<'firstName' | 'lastName' | 'email', string | null>;

/** A step's request for approval, and its outcome. */
export interface ApprovalView extends Omit<ApprovalRow, 'textBytes' | 'firstName' | 'lastName' | 'email'> {
  stepId: string;
  /** The user who decided; null if nobody did, or the signed link was used. */
  decidedBy: { id: string; name: string } | null;
  /** @throws AppError RESPONSE_TOO_LARGE if the response has no space for them */
  texts(budget: ContentBudget): Promise<ApprovalTexts | null>;
}

/** The requests for approval of some jobs, which are read when the first one is asked for. */
export class JobApprovals {
  readonly #texts = new LazyValues((keys) => this.#readTexts(keys));
  readonly #all = new LazyValue(() => this.#readAll());
  readonly #open = new LazyValue(() => this.#readOpen());

  constructor(
    readonly rows: SqlReader,
    readonly ids: readonly string[],
  ) {}

  /** Of a step; null if it has asked nobody. */
  async ofStep(jobId: string, position: number, stepId: string): Promise<ApprovalView | null> {
    const row = (await this.#all.get()).get(stepKey(jobId, position));
    if (!row) return null;
    const { textBytes, firstName, lastName, email, ...view } = row;
    const { decidedById } = view;
    const name = [firstName, lastName].filter(Boolean).join(' ') || email || '';
    return {
      ...view,
      stepId,
      decidedBy: decidedById === null ? null : { id: decidedById, name },
      texts: (budget) => this.#texts.get(stepKey(jobId, position), Number(textBytes), budget),
    };
  }

  /** Whether a step of a job waits for a decision. */
  async isOpen(jobId: string): Promise<boolean> {
    return (await this.#open.get()).has(jobId);
  }

  async #readOpen(): Promise<ReadonlySet<string>> {
    const open = await this.rows<Pick<Approval, 'jobId'>>(Prisma.sql`
      SELECT DISTINCT "jobId" FROM "Approval"
      WHERE "jobId" IN ${this.rows.dialect.listed(this.ids)} AND "state" = 'PENDING'`);
    return new Set(open.map(({ jobId }) => jobId));
  }

  async #readAll(): Promise<ReadonlyMap<string, ApprovalRow>> {
    const rows = await this.rows<ApprovalRow>(Prisma.sql`
      SELECT "Approval"."id", "jobId", "position", "userId", "state", "requestedAt", "expiresAt", "decidedAt",
        "decidedById", "apiKeyId", "decidedAs", "isJson", "firstName", "lastName", "email",
        octet_length("text") + octet_length("instructions") + coalesce(octet_length("reason"), 0) AS "textBytes"
      FROM "Approval" LEFT JOIN "User" ON "User"."id" = "decidedById"
      WHERE "jobId" IN ${this.rows.dialect.listed(this.ids)}`);
    return new Map(rows.map((row) => [stepKey(row.jobId, row.position), row]));
  }

  async #readTexts(keys: readonly string[]): Promise<ReadonlyMap<string, ApprovalTexts>> {
    const rows = await this.rows<ApprovalTexts & Pick<Approval, 'jobId' | 'position'>>(Prisma.sql`
      SELECT "jobId", "position", "text", "instructions", "reason" FROM "Approval"
      WHERE "jobId" IN ${this.rows.dialect.listed(jobIdsOf(keys))}
        AND ${stepKeySql} IN ${this.rows.dialect.listed(keys)}`);
    return new Map(rows.map(({ jobId, position, ...texts }) => [stepKey(jobId, position), texts]));
  }
}
