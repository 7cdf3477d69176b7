import { workflowErrors } from '@/lib/config/workflow-errors';
import type { RunError } from '@/lib/engine/workflow';
import type { SqlReader } from '@/lib/server/database/database';
import { LazyValue } from '@/lib/server/workflows/views/lazy-values';
import { readCauses, readDeepestErrors } from '@/lib/server/workflows/views/read-attempts';

/** Why a job or step failed. */
export interface ErrorView extends RunError {
  /** Whether the same workflow may succeed when it is started again. */
  isRetryable(): Promise<boolean>;
}

/** The errors of some jobs and of their steps, whose causes are read when the first one is asked for. */
export class JobErrors {
  readonly #causes = new LazyValue(() => readCauses(this.rows, this.ids));
  readonly #deepest = new LazyValue(() => readDeepestErrors(this.rows, this.ids));

  constructor(
    readonly rows: SqlReader,
    readonly ids: readonly string[],
  ) {}

  /** If each of several models failed, it depends on what each of them failed with. */
  of(jobId: string, error: RunError | null): ErrorView | null {
    if (error === null) return null;
    const { code, stepId } = error;
    const isRetryable = async () => {
      if (code !== 'FALLBACKS_EXHAUSTED') return workflowErrors[code].retryable;
      const causes = (await this.#causes.get()).get(jobId)?.get(stepId ?? '') ?? [];
      return causes.some((cause) => workflowErrors[cause]?.retryable);
    };
    return { ...error, isRetryable };
  }

  /** Why a job or one of its steps failed, as deep as it is known. @param error of the job */
  async deepest(jobId: string, error: RunError | null): Promise<ErrorView | null> {
    const ofSteps = (await this.#deepest.get()).get(jobId) ?? [];
    const found = error ? ofSteps.find(({ stepId }) => stepId === error.stepId) : ofSteps[0];
    return this.of(jobId, found ?? error);
  }
}
