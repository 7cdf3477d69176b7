import type { StatusTone } from '@/components/ui/status-mark';
import { graphql, type ResultOf } from '@/lib/graphql-client/graphql';

/** A job as lists show it; times are epoch milliseconds, the cost is in US dollars. */
export const jobRowFragment = graphql(`
  fragment JobRow on Job @_unmask {
    id: jobId
    name
    user_id
    status
    waitReason
    cost
    createdAt
    startedAt
    finishedAt
  }
`);

export type JobRow = ResultOf<typeof jobRowFragment>;

/** A job in the list of jobs, with all that its columns show. */
export const listedJobFragment = graphql(
  `
    fragment ListedJob on Job @_unmask {
      ...JobRow
      bulkJobId
      tokensIn
      tokensOut
      models
      withFallbacks
      apiKey {
        id
        name
        hint
      }
      error {
        code
      }
      deepestError {
        code
        message
      }
    }
  `,
  [jobRowFragment],
);

export type ListedJob = ResultOf<typeof listedJobFragment>;

const jobErrorFragment = graphql(`
  fragment JobErrorParts on JobError @_unmask {
    code
    message
    stepId
    retryable
    docs
  }
`);

/** All of a job; its outputs only if the document's variable `outputs` is true. */
export const jobFragment = graphql(
  `
    fragment WholeJob on Job @_unmask {
      ...JobRow
      result @include(if: $outputs)
      metadata
      tokensIn
      tokensOut
      contentRemoved
      spent {
        cost
        unknownCalls
        estimated
      }
      spentWithoutResult {
        cost
        unknownCalls
        estimated
      }
      interruptions {
        lostAt
        foundAt
        resumedAt
      }
      bulkJobId
      bulkLine
      rerunOf
      reruns
      error {
        ...JobErrorParts
      }
      files {
        id
        stepId
        name
        type
        bytes
        url
      }
      steps {
        id
        task
        status
        output @include(if: $outputs)
        outputBytes
        model
        reason
        attempts
        fallbacks
        truncated
        tokensIn
        tokensOut
        cost
        spentWithoutResult {
          cost
          unknownCalls
          estimated
        }
        startedAt
        finishedAt
        waitingUntil
        reusedFrom
        approval {
          state
          requestedAt
          expiresAt
          decidedAt
          decidedThrough
          decidedAs
          isJson
          decidedBy {
            id
            name
          }
          text @include(if: $outputs)
          instructions @include(if: $outputs)
          reason @include(if: $outputs)
          link
        }
        error {
          ...JobErrorParts
        }
      }
    }
  `,
  [jobRowFragment, jobErrorFragment],
);

export type Job = ResultOf<typeof jobFragment>;
export type JobStep = Job['steps'][number];
export type JobFile = Job['files'][number];
export type JobError = NonNullable<Job['error']>;

/** Every request that a job has made to a provider, and the models that it passed over. */
export const attemptFragment = graphql(`
  fragment Attempt on JobAttempt @_unmask {
    stepId
    number
    model
    outcome
    code
    message
    docs
    status
    inputTokens
    cachedInputTokens
    cacheWriteTokens
    outputTokens
    reasoningTokens
    estimated
    cost
    prices {
      input
      cachedInput
      cacheWrite
      output
      reasoning
    }
    connectMs
    firstTokenMs
    milliseconds
    startedAt
    retryAt
  }
`);

/** A callback of a job, with its deliveries. */
export const callbackFragment = graphql(`
  fragment JobCallback on Callback @_unmask {
    id
    bulkJobId
    status
    event
    url
    delivery
    state
    nextAt
    code
    deliveries {
      number
      isManual
      startedAt
      milliseconds
      status
      code
      message
      response
    }
  }
`);

export type JobCallback = ResultOf<typeof callbackFragment>;

export type JobAttempt = ResultOf<typeof attemptFragment>;

type NumberedAttempt = Pick<JobAttempt, 'number' | 'outcome'>;

/** Whether a request was sent to the model: a passed-over model is recorded, but it wasn't called. */
export const isCall = ({ outcome }: Pick<JobAttempt, 'outcome'>): boolean => outcome !== 'PASSED_OVER';

/** The calls of a step counted from 1, by the numbers of their attempts, which count models that were passed over, too. */
export const callCounts = (attempts: readonly NumberedAttempt[]): ReadonlyMap<number, number> =>
  new Map(attempts.filter(isCall).map(({ number }, index) => [number, index + 1]));

type Words<Status extends string> = Readonly<Record<Status, string>>;
type Tones<Status extends string> = Readonly<Record<Status, StatusTone>>;

/** The words for each status of a job, as filters choose it. `jobStateWords` reads as the job's work at the moment. */
export const jobStatusWords: Words<Job['status']> = {
  QUEUED: 'Queued',
  RUNNING: 'Running',
  COMPLETED: 'Completed',
  COMPLETED_WITH_FAILURES: 'Completed with failures',
  FAILED: 'Failed',
  CANCELED: 'Canceled',
};

const waitingForApproval = 'Waiting for approval';

/** The states by which a list of jobs is filtered. `WAITING` are running jobs that do nothing before a person has decided. */
export const jobStateChoices = { ...jobStatusWords, WAITING: waitingForApproval };

/** A job's status or, if it does nothing before a person has decided, that. */
export const jobStateWords = ({ status, waitReason }: Pick<JobRow, 'status' | 'waitReason'>): string =>
  waitReason === 'APPROVAL' ? waitingForApproval : jobStatusWords[status];

export const jobTones: Tones<Job['status']> = {
  QUEUED: 'off',
  RUNNING: 'soon',
  COMPLETED: 'good',
  COMPLETED_WITH_FAILURES: 'bad',
  FAILED: 'bad',
  CANCELED: 'off',
};

export const stepStatusWords: Words<JobStep['status']> = {
  PENDING: 'Pending',
  RUNNING: 'Running',
  COMPLETED: 'Completed',
  FAILED: 'Failed',
  SKIPPED: 'Skipped',
  CANCELED: 'Canceled',
};

/** A step's status or, if it waits for a person, that. */
export const stepStateWords = ({
  status,
  approval,
}: Pick<JobStep, 'status'> & { approval: Pick<NonNullable<JobStep['approval']>, 'state'> | null }): string =>
  approval?.state === 'PENDING' ? waitingForApproval : stepStatusWords[status];

export const stepTones: Tones<JobStep['status']> = {
  PENDING: 'off',
  RUNNING: 'soon',
  COMPLETED: 'good',
  FAILED: 'bad',
  SKIPPED: 'off',
  CANCELED: 'off',
};

/** Whether a job hasn't ended: its status and its numbers may still change. */
export const isUnderWay = ({ finishedAt }: Pick<JobRow, 'finishedAt'>): boolean => finishedAt === null;

/** Whether a job was loaded with its outputs: those of a large job don't fit one response. */
export const hasOutputs = ({ result }: Pick<Job, 'result'>): boolean => result !== undefined;

/** The address that compares a job with the job that it runs again, or with a job to be chosen. */
export const compareAddress = (base: string, { id, rerunOf }: Pick<Job, 'id' | 'rerunOf'>): string =>
  `${base}/compare?${new URLSearchParams(rerunOf === null ? { a: id } : { a: rerunOf, b: id })}`;
