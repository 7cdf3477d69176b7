import { type CallbackErrorCode, callbackErrors } from './callback-errors';
import { docsTrees } from './docs';
import type { ErrorCode } from './error-codes';

/** Why a workflow is refused, or a step fails or is skipped. */
export interface WorkflowErrorEntry {
  /** The page of the documentation that explains it (content/devdocs/errors). */
  page:
    | 'ai-model'
    | 'batch'
    | 'bulk'
    | 'cache'
    | 'chunking'
    | 'execution'
    | 'fallbacks'
    | 'hooks-retry'
    | 'planning'
    | 'processors'
    | 'prompts'
    | 'provider';
  /** When it is found: a fault while the workflow is planned, an error while it runs. */
  found: 'planning' | 'running';
  when: string;
  remedy: string;
  /** Whether the same workflow may succeed when it is started again. */
  retryable: boolean;
  /** Whether only a provider other than the sandbox leads to it. */
  notInSandbox?: true;
  /**
   * Whether steps fail with it, and with them jobs. By default, codes that are found while a job runs do, and faults of
   * planning don't.
   */
  failsSteps?: boolean;
}

/** All codes of faults and of the errors of jobs and steps. Calls that are refused have those of error-codes.ts. */
export const workflowErrors = {
  NO_STEPS: {
    page: 'planning',
    found: 'planning',
    when: 'The workflow has no step.',
    remedy: 'Add a step with an `id` and a `task`.',
    retryable: false,
  },
  TOO_MANY_STEPS: {
    page: 'planning',
    found: 'planning',
    when: 'The workflow has more than 50 steps.',
    remedy: 'Split the workflow.',
    retryable: false,
  },
  STEP_ID_DUPLICATE: {
    page: 'planning',
    found: 'planning',
    when: 'Two steps share an id. The fault names the second.',
    remedy: 'Give each step its own id.',
    retryable: false,
  },
  STEP_VALUE_INVALID: {
    page: 'planning',
    found: 'planning',
    when: 'A field of the input is unknown, lacking, or has another type. Or a value of a step is outside its bounds, or a step of a PARALLEL workflow has `dependsOn`. Or no model of the step gives `max_tokens`.',
    remedy: 'Correct the value that the path names.',
    retryable: false,
  },
  TASK_UNKNOWN: {
    page: 'planning',
    found: 'planning',
    when: 'There is no task of that name.',
    remedy: 'Take a name from the list of tasks.',
    retryable: false,
  },
  TASK_OPTION_INVALID: {
    page: 'planning',
    found: 'planning',
    when: "The options contain a name or value that the task doesn't take, or lack a value that it needs.",
    remedy: 'See the options of that task.',
    retryable: false,
  },
  DEPENDENCY_UNKNOWN: {
    page: 'planning',
    found: 'planning',
    when: "`dependsOn` names a step that doesn't exist.",
    remedy: 'Correct the id. Ids are case-sensitive.',
    retryable: false,
  },
  STEP_UNKNOWN: {
    page: 'planning',
    found: 'planning',
    when: "`fromStep` or a change of `rerunJob` names a step that the job doesn't have.",
    remedy: 'Correct the id. Ids are case-sensitive.',
    retryable: false,
  },
  STEP_NOT_REUSABLE: {
    page: 'planning',
    found: 'planning',
    when: "`fromStep` of `rerunJob` depends on a step that has to run again: it didn't complete, or the changes concern it.",
    remedy: 'Run again from the step that the message names.',
    retryable: false,
  },
  DEPENDENCY_CYCLE: {
    page: 'planning',
    found: 'planning',
    when: 'Steps wait for each other, a step waits for itself, or a step of a SEQUENTIAL workflow waits for a later one.',
    remedy: 'Remove one of the dependencies that the message lists.',
    retryable: false,
  },
  CONDITION_INVALID: {
    page: 'planning',
    found: 'planning',
    when: "The condition isn't valid CEL, or isn't true or false.",
    remedy: 'Compare values, as in `steps.s1.output.label == "urgent"`.',
    retryable: false,
  },
  REFERENCE_NOT_UPSTREAM: {
    page: 'planning',
    found: 'planning',
    when: "A condition or template reads a step that this step doesn't wait for.",
    remedy: 'Add that step to `dependsOn`.',
    retryable: false,
  },
  INPUT_TOO_LARGE: {
    page: 'planning',
    found: 'planning',
    when: 'The input and the variables have more than 1 MiB in total.',
    remedy: 'Send the text as a file of up to 10 MiB.',
    retryable: false,
  },
  WORKFLOW_TOO_COMPLEX: {
    page: 'planning',
    found: 'planning',
    when: 'The templates, conditions, and schemas of all steps together exceed a limit of planning, such as 5,000 tags.',
    remedy: 'Simplify what the message names, or split the workflow.',
    retryable: false,
  },
  TEMPLATE_INVALID: {
    page: 'prompts',
    found: 'planning',
    when: "A template isn't valid Liquid, uses a filter that doesn't exist, or exceeds a limit. It may have 1,000 tags, 20,000 characters inside tags, and 100,000 characters (in `input`, 1,048,576).",
    remedy: 'Correct the line and column that the message names, or divide the template among several steps.',
    retryable: false,
  },
  TONE_UNKNOWN: {
    page: 'prompts',
    found: 'planning',
    when: 'There is no tone of that name.',
    remedy: 'Take one of the tones, or describe yours in `instructions`.',
    retryable: false,
  },
  MODEL_UNKNOWN: {
    page: 'ai-model',
    found: 'planning',
    when: "A model isn't written as `provider/model`, its provider doesn't exist, or the sandbox has no such model.",
    remedy: 'Write it as `provider/model`, such as `openai/gpt-6.2-sol` or `sandbox/fast`.',
    retryable: false,
    failsSteps: true,
  },
  PROVIDER_NOT_CONFIGURED: {
    page: 'provider',
    found: 'planning',
    when: "The provider of a model isn't set up on this server, or was removed while the job waited or ran.",
    remedy: 'Ask the operator, or name another model.',
    retryable: false,
    failsSteps: true,
  },
  PROCESSOR_UNKNOWN: {
    page: 'processors',
    found: 'planning',
    when: 'There is no processor of that name on this server, or it is listed in the wrong field.',
    remedy: 'Take a name from the lists of processors. Names are case-sensitive.',
    retryable: false,
  },
  PROCESSOR_OPTION_INVALID: {
    page: 'processors',
    found: 'planning',
    when: "The options contain a name or value that the processor doesn't take, or lack a value that it needs.",
    remedy: 'See the options of that processor.',
    retryable: false,
  },
  CALLBACK_INVALID: {
    page: 'hooks-retry',
    found: 'planning',
    when: "A callback's address isn't https or isn't public, contains a name or password, or is too long; or there are more than 10 callbacks.",
    remedy: 'Correct the address. Put secrets into its path.',
    retryable: false,
  },
  BULK_COLUMN_MISSING: {
    page: 'bulk',
    found: 'planning',
    when: 'A bulk run reads a variable or names a column that its file lacks.',
    remedy: "Correct the name, or set the variable in the workflow's `variables`.",
    retryable: false,
  },
  APPROVAL_IN_BULK: {
    page: 'bulk',
    found: 'planning',
    when: 'A workflow of a bulk run has an `approval`. Each row would wait for a person.',
    remedy: 'Remove the step. Check the results once the run has ended, or start the rows as single jobs.',
    retryable: false,
  },
  APPROVAL_REFUSED: {
    page: 'execution',
    found: 'running',
    when: 'A person refused the text of an `approval`, or nobody decided in time and `on_timeout` is `REFUSE`.',
    remedy:
      "See the reason in the message. With `on_error: CONTINUE`, later steps read `null` as the step's output.",
    retryable: true,
  },
  APPROVAL_TIMED_OUT: {
    page: 'execution',
    found: 'running',
    when: 'Nobody decided about an `approval` in time.',
    remedy: 'Start the job again. Set a longer `timeout`, or let `on_timeout` approve.',
    retryable: true,
  },
  CONDITION_FALSE: {
    page: 'execution',
    found: 'running',
    when: 'The condition was false, so the step was skipped.',
    remedy: 'No action is needed. If the step should have run, check the values that its condition reads.',
    retryable: false,
    failsSteps: false,
  },
  CONDITION_FAILED: {
    page: 'execution',
    found: 'running',
    when: "The condition can't be decided on these outputs, for example because a field is missing.",
    remedy: 'Check first whether the field is there.',
    retryable: false,
  },
  DEPENDENCY_FAILED: {
    page: 'execution',
    found: 'running',
    when: 'A step that this step needs failed. `stepId` names it.',
    remedy: 'See the error of that step.',
    retryable: false,
    failsSteps: false,
  },
  JOB_FAILED: {
    page: 'execution',
    found: 'running',
    when: 'Another step failed the job before this step started, or while it waited for its provider. `stepId` names it.',
    remedy: 'See the error of the job.',
    retryable: false,
    failsSteps: false,
  },
  JOB_CANCELED: {
    page: 'execution',
    found: 'running',
    when: 'The job was canceled before the step started, or while it ran.',
    remedy: 'If that was a mistake, start a new job.',
    retryable: false,
    failsSteps: false,
  },
  STEP_TIMED_OUT: {
    page: 'execution',
    found: 'running',
    when: 'A model exceeded one of its time limits.',
    remedy: 'Raise `timeout_ms`, lower `max_tokens`, or set the strategy to SPEED.',
    retryable: true,
  },
  TEMPLATE_RENDER_FAILED: {
    page: 'prompts',
    found: 'running',
    when: 'A template failed on these values, took more than 1 second or 64 MiB of memory, or rendered more than 12 MiB. All texts that a job renders may have 64 MiB in total.',
    remedy: 'Read the message. Loop over fewer values, or read the file and long outputs in fewer steps.',
    retryable: false,
  },
  PROMPT_EMPTY: {
    page: 'prompts',
    found: 'running',
    when: 'The step has no text to work on. If the input shows that already, planning finds it.',
    remedy:
      'Send `input` or a `file`. If the step reads others, skip it by a condition while they have no output.',
    retryable: false,
  },
  PROCESSOR_FAILED: {
    page: 'processors',
    found: 'running',
    when: "A processor can't do its work on this text, or passed its limits.",
    remedy: 'Read the message. It begins with the name of the processor.',
    retryable: false,
  },
  OUTPUT_NOT_TABULAR: {
    page: 'processors',
    found: 'running',
    when: "A table was to be written, and the output, or the part at `path`, isn't a list of objects or one object.",
    remedy: 'Set `path` to a list in the output, or shape the output by an extraction first.',
    retryable: true,
  },
  STRUCTURE_INVALID: {
    page: 'processors',
    found: 'running',
    when: "The output doesn't fit the schema of a `validateStructure` that is set to fail.",
    remedy: 'Read the message, which names the first place. Or set `on_invalid` to `report`.',
    retryable: true,
  },
  LINT_FAILED: {
    page: 'processors',
    found: 'running',
    when: '`lintCode` has findings at or above its `fail_on`.',
    remedy: 'Read the message, which names the first finding. Or set `fail_on` to `never`.',
    retryable: true,
  },
  ENCODING_UNSUPPORTED: {
    page: 'processors',
    found: 'running',
    when: "The uploaded file is binary, or doesn't fit the encoding that the step names.",
    remedy: 'Name the right encoding in the options of `standardizeEncoding`, or send text.',
    retryable: false,
  },
  VARIABLE_MISSING: {
    page: 'processors',
    found: 'running',
    when: 'A placeholder of `injectVariables` has no value.',
    remedy: 'Send the variable that the message names, or set `on_missing`.',
    retryable: false,
  },
  PROMPT_TOO_LONG: {
    page: 'processors',
    found: 'running',
    when: 'The text is over the limit of an `enforceTokenLimit` that is set to fail, or an `approval` has more than 128 KiB.',
    remedy: 'Send less text, raise `max_tokens`, or set `on_exceed` to `truncate`.',
    retryable: false,
  },
  MODEL_NONE_FITS: {
    page: 'ai-model',
    found: 'running',
    when: "No candidate's context holds the prompt and `max_tokens`. Or the step names no model, and routing has none to choose from, as with an OpenAI-compatible server alone.",
    remedy: 'Send less text, or lower `max_tokens`. Or name a model in the step.',
    retryable: false,
  },
  CONTEXT_EXCEEDED: {
    page: 'ai-model',
    found: 'running',
    when: "The prompt and `max_tokens` don't fit the context of the pinned model.",
    remedy: 'Send less text, lower `max_tokens`, or pin a larger model.',
    retryable: false,
  },
  MODEL_REFUSED: {
    page: 'ai-model',
    found: 'running',
    when: 'The model, or a filter of its provider, declined.',
    remedy: 'Change the text or the instructions.',
    retryable: false,
    notInSandbox: true,
  },
  OUTPUT_TRUNCATED: {
    page: 'ai-model',
    found: 'running',
    when: 'The model stopped at `max_tokens` before its output was complete.',
    remedy: 'Raise `max_tokens`.',
    retryable: false,
  },
  OUTPUT_TOO_LARGE: {
    page: 'execution',
    found: 'running',
    when: "The output has more than 4 MiB, or the job's outputs would have more in total than the plan or the account's storage allows.",
    remedy:
      'Read the message. Ask for shorter outputs, split the workflow into several jobs, or free storage.',
    retryable: false,
  },
  OUTPUT_INVALID: {
    page: 'ai-model',
    found: 'running',
    when: "The reply doesn't have the task's shape, and neither does the second one.",
    remedy: 'Ask for less in one step, or use a stronger model.',
    retryable: true,
  },
  CHUNK_TOO_LARGE: {
    page: 'chunking',
    found: 'running',
    when: 'A single sentence or line is longer than the context.',
    remedy: 'Break up the text, or use a model with a larger context.',
    retryable: false,
  },
  TOO_MANY_CHUNKS: {
    page: 'chunking',
    found: 'running',
    when: 'The text takes more than 100 pieces.',
    remedy: 'Split the work, or use a model with a larger context.',
    retryable: false,
  },
  PROVIDER_AUTH_FAILED: {
    page: 'provider',
    found: 'running',
    when: 'The provider returned 401 or 403, or has no credit left.',
    remedy: "Ask the operator to check the server's key for the provider.",
    retryable: false,
    notInSandbox: true,
  },
  MODEL_NOT_FOUND: {
    page: 'provider',
    found: 'running',
    when: "The provider doesn't know the model, or its key may not use it.",
    remedy: "Correct the model's name, or name another model.",
    retryable: false,
    notInSandbox: true,
  },
  PROVIDER_REQUEST_REFUSED: {
    page: 'provider',
    found: 'running',
    when: 'The provider refused the request with another status from 400 to 499.',
    remedy: "Read the provider's words in the message.",
    retryable: false,
    notInSandbox: true,
  },
  PROVIDER_RATE_LIMITED: {
    page: 'provider',
    found: 'running',
    when: 'The provider returned 429 on every attempt.',
    remedy: 'Lower the load, or name fallbacks of another provider.',
    retryable: true,
  },
  PROVIDER_UNAVAILABLE: {
    page: 'provider',
    found: 'running',
    when: "The provider returned 408 or 5xx, or couldn't be reached, on every attempt.",
    remedy: "Name fallbacks, and check the provider's status page.",
    retryable: true,
  },
  PROVIDER_REPLY_INVALID: {
    page: 'provider',
    found: 'running',
    when: "The provider's response isn't in its own format.",
    remedy: 'For a compatible server, check its address and version.',
    retryable: true,
    notInSandbox: true,
  },
  STREAM_CUT: {
    page: 'provider',
    found: 'running',
    when: 'The reply broke off in the middle on every attempt.',
    remedy: 'Name fallbacks, or try again.',
    retryable: true,
  },
  FALLBACKS_EXHAUSTED: {
    page: 'fallbacks',
    found: 'running',
    when: 'Each of several models failed or was passed over.',
    remedy: 'Read the message. It names each model with its code.',
    retryable: true,
  },
  CIRCUIT_OPEN: {
    page: 'fallbacks',
    found: 'running',
    when: "The only model failed too often a moment ago, so the server doesn't call it for now.",
    remedy: 'Name fallbacks, or try again in a minute.',
    retryable: true,
  },
  STORED_RESULT_INVALID: {
    page: 'cache',
    found: 'running',
    when: "After an update of the server, a finished step's stored output no longer has the task's shape, or the stored job is damaged.",
    remedy: 'Start the workflow again.',
    retryable: true,
  },
  WORKER_LOST: {
    page: 'batch',
    found: 'running',
    when: 'The processes that ran this job ended three times, and three times more while it ran alone. No step was finished in between.',
    remedy: 'Check what is special about the input, then start a new job.',
    retryable: true,
  },
} as const satisfies Record<string, WorkflowErrorEntry>;

export type WorkflowErrorCode = keyof typeof workflowErrors;

/** The code with which a step or a job fails. */
export type JobErrorCode = {
  [Code in WorkflowErrorCode]: FailsSteps<(typeof workflowErrors)[Code]> extends true ? Code : never;
}[WorkflowErrorCode];

type FailsSteps<Entry> = Entry extends { failsSteps: infer Fails }
  ? Fails
  : Entry extends { found: 'running' }
    ? true
    : false;

/** The codes with which steps and jobs fail: others skip or stop a step, or only refuse a workflow. */
export const jobErrorCodes: readonly string[] = Object.entries<WorkflowErrorEntry>(workflowErrors)
  .flatMap(([code, { failsSteps, found }]) => ((failsSteps ?? found === 'running') ? code : []))
  .sort();

/** The address of a code's documentation on this server: `/dashboard/devdocs/errors/planning#TASK_UNKNOWN`. */
export function errorDocs(code: CallbackErrorCode | ErrorCode | WorkflowErrorCode): string {
  const page = isWorkflowError(code)
    ? workflowErrors[code].page
    : isCallbackError(code)
      ? 'hooks-retry'
      : 'overview';
  return `${docsTrees.devdocs.root}/errors/${page}#${code}`;
}

/** Whether a code is one of workflows, and not of calls. Of stored codes, this version may not know each. */
export const isWorkflowError = (code: string): code is WorkflowErrorCode =>
  Object.hasOwn(workflowErrors, code);

/** The same for a code of a delivery. */
export const isCallbackError = (code: string): code is CallbackErrorCode =>
  Object.hasOwn(callbackErrors, code);
