import { z } from 'zod';
import './zod-in-browsers';
import { limits, workflowLimits } from '@/lib/config/limits';
import { isWorkflowError, jobErrorCodes } from '@/lib/config/workflow-errors';
import { endsBeforeStart } from '@/lib/rules/day';
import { didYouMean } from '@/lib/rules/did-you-mean';
import { nestsDeeper } from '@/lib/rules/json';
import { dayInYears, daysInOrder } from '@/lib/validation/calendar-date';
import { isVisible, line, optionalLine } from '@/lib/validation/line';
import { search } from '@/lib/validation/lists';

/** The name that a workflow gets without one of its own. */
const UNNAMED = 'Unnamed workflow';

/** Levels of lists and objects in metadata. */
const MOST_LEVELS = 20;

const { default: wait, max: longest } = limits.orchestrate;

const bytesOf = (value: unknown): number => new TextEncoder().encode(JSON.stringify(value)).length;

/** The fields of a workflow that its plan doesn't check. */
export const workflowCall = z.object({
  name: line('A name', limits.workflowName.max)
    .nullish()
    .transform((name) => (name && isVisible(name) ? name : UNNAMED)),
  variables: z.record(z.string(), z.unknown(), 'Variables are a JSON object.').nullish(),
  metadata: z
    .unknown()
    .optional()
    .refine((metadata) => !nestsDeeper(metadata, MOST_LEVELS), {
      error: `Metadata nests at most ${MOST_LEVELS} levels deep.`,
      // Its size can't be measured then.
      abort: true,
    })
    .refine(
      (metadata) => metadata == null || bytesOf(metadata) <= limits.metadata.bytes,
      `Metadata has at most ${limits.metadata.bytes / 1024} KiB.`,
    ),
  wait_ms: z
    .number()
    .int()
    .min(0, `wait_ms is from 0 to ${longest}.`)
    .max(longest, `wait_ms is from 0 to ${longest}.`)
    .nullish()
    .transform((milliseconds) => milliseconds ?? wait),
  idempotencyKey: z
    .string()
    .regex(
      new RegExp(`^[\\x21-\\x7e]{1,${limits.idempotency.length}}$`),
      `An idempotency key has 1 to ${limits.idempotency.length} visible ASCII characters.`,
    )
    .nullish(),
});

const { min: shortest, max: longestLink, default: linkSeconds } = limits.fileLink;
const linkBounds = `expires_in is from ${shortest} to ${longestLink} seconds.`;

/** How a link to a file is made. */
export const linkOptions = z.object({
  expires_in: z
    .number()
    .int()
    .min(shortest, linkBounds)
    .max(longestLink, linkBounds)
    .nullish()
    .transform((seconds) => seconds ?? linkSeconds),
});

/** The file that a plan assumes. */
export const plannedFile = z.object({
  fileBytes: z
    .number()
    .int()
    .min(0, 'fileBytes is 0 or more.')
    .max(limits.workflowFile.bytes, `fileBytes is at most ${limits.workflowFile.bytes}, the largest file.`)
    .nullable(),
});

export const jobStatuses = [
  'QUEUED',
  'RUNNING',
  'COMPLETED',
  'COMPLETED_WITH_FAILURES',
  'FAILED',
  'CANCELED',
] as const;

/** Templates that a filter may exclude. */
const mostLeftOut = limits.top.max;

const { max: mostOver } = limits.jobOver;

const over = (name: string) =>
  z
    .number()
    .min(0, `${name} is 0 or more.`)
    .max(mostOver, `${name} is at most ${mostOver.toLocaleString('en-US')}.`)
    .nullish();

/** The code with which a job failed. */
const errorCode = z
  .string()
  .refine((code) => code === '' || jobErrorCodes.includes(code), {
    error: ({ input }) =>
      isWorkflowError(String(input))
        ? `No job fails with ${input}.`
        : `This error code isn't known.${didYouMean(String(input), jobErrorCodes)}`,
  })
  .nullish();

const { properties, key: longestKey, value: longestValue } = limits.metadataFilter;
const keyLength = `A key of metadata has 1 to ${longestKey} characters.`;

/** Properties of metadata with their values. */
const metadataFilter = z
  .array(
    z.object({
      key: z.string().min(1, keyLength).max(longestKey, keyLength),
      value: z.string().max(longestValue, `A value of metadata has at most ${longestValue} characters here.`),
    }),
  )
  .max(properties, `metadata has at most ${properties} properties here.`);

/** The filters of a list of jobs. */
export const jobFilters = z
  .object({
    userId: z.string().nullish(),
    /** Part of a name, or the beginning of a job's id. */
    name: search,
    status: z.enum(jobStatuses).nullish(),
    errorCode,
    failureCode: errorCode,
    bulkJobId: z.string().nullish(),
    /** First and last UTC day on which they were started, both included. */
    from: dayInYears.nullish(),
    to: dayInYears.nullish(),
    /** Words that are all in the name, id, metadata, codes, models, or the key's name. */
    search,
    /** Jobs have all of these. */
    metadata: metadataFilter.nullish(),
    /** The exact name. */
    template: z.string().max(limits.search.max).nullish(),
    /** `provider/model`. */
    model: z
      .string()
      .max(limits.search.max)
      .includes('/', 'A model is provider/model, such as sandbox/fast.')
      .nullish(),
    /** FAILED, LOST, PASSED_OVER, or a failure's code: how a call ended, of the model if one is given. */
    callOutcome: z.string().max(100).nullish(),
    /** Exact names. */
    exceptTemplates: z
      .array(z.string().max(limits.search.max))
      .max(mostLeftOut, `exceptTemplates has at most ${mostLeftOut} names.`)
      .nullish(),
    /** An id, or NO_KEY. */
    apiKeyId: z.string().nullish(),
    withFallbacks: z.boolean().nullish(),
    /** US dollars. */
    costOver: over('costOver'),
    /** Seconds. */
    durationOver: over('durationOver'),
    /** First and last UTC day on which they ended, both included. */
    endedFrom: dayInYears.nullish(),
    endedTo: dayInYears.nullish(),
    withBulkRows: z.boolean().nullish(),
    onlyExecutions: z.boolean().nullish(),
    awaitsApproval: z.boolean().nullish(),
  })
  .refine(...daysInOrder)
  .refine(({ endedFrom, endedTo }) => daysInOrder[0]({ from: endedFrom, to: endedTo }), {
    path: ['endedFrom'],
    error: endsBeforeStart,
  });

const { jobs: mostRerunAtOnce } = limits.rerunJobs;

/** How many jobs run again at once. */
export const rerunLimit = z.object({
  limit: z
    .number()
    .int()
    .min(1, `limit is from 1 to ${mostRerunAtOnce}.`)
    .max(mostRerunAtOnce, `limit is from 1 to ${mostRerunAtOnce}.`)
    .nullish()
    .transform((limit) => limit ?? mostRerunAtOnce),
});

/** Jobs that run again by their ids. */
export const rerunIds = z.object({
  jobIds: z
    .array(z.string())
    .min(1, `jobIds has 1 to ${mostRerunAtOnce} ids.`)
    .max(mostRerunAtOnce, `jobIds has 1 to ${mostRerunAtOnce} ids.`),
});

export type JobFilters = z.input<typeof jobFilters>;

export const approvalDecisions = ['APPROVE', 'EDIT', 'REFUSE'] as const;

const { reason: longestReason, textBytes } = workflowLimits.approval;

/** A person's decision about a step. */
export const approvalDecision = z
  .object({
    decision: z.enum(approvalDecisions),
    /** The new text, of an edit. */
    text: z
      .string()
      .refine(
        (text) => new TextEncoder().encode(text).length <= textBytes,
        `The text has at most ${textBytes / 1024} KiB.`,
      )
      .nullish(),
    reason: z
      .string()
      .trim()
      .max(longestReason, `A reason has at most ${longestReason} characters.`)
      .nullish()
      .transform((reason) => reason || null),
  })
  .superRefine(({ decision, text }, context) => {
    if (decision === 'EDIT' && !text?.trim())
      context.addIssue({
        code: 'custom',
        path: ['text'],
        message: 'An edit needs a text. To stop the step, refuse it.',
      });
    if (decision !== 'EDIT' && text != null)
      context.addIssue({ code: 'custom', path: ['text'], message: 'Only an edit takes a text.' });
  });

export type ApprovalDecisionInput = z.input<typeof approvalDecision>;

/** A decision through the signed link, with the name that the person gave, and a key of the page that sends it. */
export const linkDecision = approvalDecision.safeExtend({
  key: z
    .string()
    .regex(/^[\w-]{16,64}$/, 'A key has 16 to 64 letters, digits, hyphens, and underscores.')
    .nullish()
    .transform((key) => key ?? null),
  name: optionalLine('A name', limits.approvalLink.name)
    .optional()
    .transform((name) => name ?? null),
});
