import type { JobErrorCode } from '@/lib/config/workflow-errors';

/** Why a step fails. Its message is for the caller. */
export class StepFailure extends Error {
  override readonly name = 'StepFailure';

  constructor(
    readonly code: JobErrorCode,
    message: string,
  ) {
    super(message);
  }
}

/** Ends whatever a run is doing. */
export class Interruption extends Error {
  override readonly name = 'Interruption';

  /**
   * @param kind `canceled` by a caller, `returned` to the queue because the worker ends, or `taken` by another worker
   */
  constructor(readonly kind: 'canceled' | 'returned' | 'taken') {
    super(`The run was ${kind}.`);
  }
}

/** A step that waits longer than its worker should hold it. */
export class Parked extends Error {
  override readonly name = 'Parked';

  /** @param until milliseconds since the epoch */
  constructor(readonly until: number) {
    super('The step is parked.');
  }
}

/** A step's question to a person. */
export interface ApprovalRequest {
  text: string;
  /** Whether it's a JSON object or list, and an edit has to be one. */
  isJson: boolean;
  instructions: string;
  expiresAt: number;
}

/** A step that asks a person, and waits for the decision. */
export class AwaitsApproval extends Error {
  override readonly name = 'AwaitsApproval';

  constructor(readonly request: ApprovalRequest) {
    super('The step awaits approval.');
  }
}
