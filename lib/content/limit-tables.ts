import { variables } from '@/lib/config/environment';
import { limits } from '@/lib/config/limits';
import { formatBytes, formatCount } from '@/lib/format/number';
import type { ReferenceTable } from './reference-tables';

/** The name of a limit in lib/config/limits.ts, such as `graphql.bodyBytes`. */
type LimitName<Limits = typeof limits> = {
  [Key in keyof Limits & string]: Limits[Key] extends number ? Key : `${Key}.${LimitName<Limits[Key]>}`;
}[keyof Limits & string];

/** One line of a table of limits. */
interface LimitRow {
  what: string;
  most: string;
  /** The result for a client that exceeds it. */
  beyond: string;
  /** The limits that the line states. None if the operator sets it, or reading a file does. */
  of: LimitName[];
}

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

const minutes = (ms: number) => (ms === MINUTE ? 'minute' : `${ms / MINUTE} minutes`);
const days = (ms: number) => `${ms / DAY} days`;
const characters = (count: number) => `${formatCount(count)} characters`;
const per = ({ count, window }: { count: number; window: number }, what = '') =>
  `${count}${what} per ${minutes(window)}`;

/** The value of a variable of the server unless its operator sets another. */
const defaultCount = (name: 'callsPerClient' | 'callsPerAccount') =>
  formatCount(Number(variables[name].default));

const {
  signIn,
  session,
  knownNetworks,
  graphql,
  list,
  top,
  usage,
  emailSend,
  password,
  contact,
  waitlist,
  testReceiver,
  bulkFile,
  bulkConcurrency,
  bulkRun,
  rerunJobs,
  metadataFilter,
} = limits;

const tooMany = 'status 429, RATE_LIMITED';
const invalid = 'BAD_USER_INPUT';
const tooLarge = 'RESPONSE_TOO_LARGE';
const failures = (count: number) => `${count} per ${minutes(signIn.window)}`;
const field = (what: string, max: number, of: LimitName): LimitRow => ({
  what,
  most: characters(max),
  beyond: invalid,
  of: [of],
});

/** Every limit that a client can meet, by what it limits. */
export const limitTables = {
  calls: {
    label: 'Limits on calls',
    rows: [
      { what: 'Calls per minute, by client', most: defaultCount('callsPerClient'), beyond: tooMany, of: [] },
      {
        what: 'Calls per minute with all API keys of an account',
        most: defaultCount('callsPerAccount'),
        beyond: tooMany,
        of: [],
      },
      {
        what: 'Calls per minute in all sessions of an account',
        most: defaultCount('callsPerAccount'),
        beyond: tooMany,
        of: [],
      },
      {
        what: 'Calls in progress at once, by client',
        most: formatCount(limits.callsUnderWay),
        beyond: tooMany,
        of: ['callsUnderWay'],
      },
      {
        what: 'Workflows and files that wait to be checked, by account',
        most: formatCount(limits.unchecked.count),
        beyond: tooMany,
        of: ['unchecked.count'],
      },
      {
        what: 'Their characters, or the bytes of files, in total',
        most: formatBytes(limits.unchecked.size),
        beyond: tooMany,
        of: ['unchecked.size'],
      },
      {
        what: 'Event streams open at once, by user, or by client without sign-in',
        most: formatCount(limits.openStreams),
        beyond: tooMany,
        of: ['openStreams'],
      },
      {
        what: 'Event streams open at once in an account',
        most: formatCount(limits.openStreamsOfAccount),
        beyond: tooMany,
        of: ['openStreamsOfAccount'],
      },
    ],
  },
  requests: {
    label: 'Limits on requests and responses',
    rows: [
      {
        what: 'Size of a request',
        most: formatBytes(graphql.bodyBytes),
        beyond: 'status 413',
        of: ['graphql.bodyBytes'],
      },
      {
        what: 'Size of a request with a workflow, without its file',
        most: formatBytes(graphql.workflowBytes),
        beyond: 'status 413',
        of: ['graphql.workflowBytes'],
      },
      {
        what: 'JSON values of a request: each list, object, and value in one',
        most: formatCount(graphql.jsonValues),
        beyond: 'status 413: send data as text',
        of: ['graphql.jsonValues'],
      },
      {
        what: 'Length of a document',
        most: characters(graphql.documentLength),
        beyond: 'status 413: send long values as variables',
        of: ['graphql.documentLength'],
      },
      {
        what: 'Depth of a document',
        most: `${graphql.depth} levels`,
        beyond: invalid,
        of: ['graphql.depth'],
      },
      { what: 'Aliases in a document', most: `${graphql.aliases}`, beyond: invalid, of: ['graphql.aliases'] },
      {
        what: 'Directives in a document',
        most: `${graphql.directives}`,
        beyond: invalid,
        of: ['graphql.directives'],
      },
      {
        what: 'Fragments that a document spreads',
        most: `${graphql.spreads}`,
        beyond: invalid,
        of: ['graphql.spreads'],
      },
      {
        what: 'Repetitions of one field in a selection',
        most: `${graphql.repetitions}`,
        beyond: invalid,
        of: ['graphql.repetitions'],
      },
      {
        what: 'Tokens in a document: names, numbers, strings, and signs',
        most: formatCount(graphql.tokens),
        beyond: invalid,
        of: ['graphql.tokens'],
      },
      {
        what: 'Values in a response',
        most: `${formatCount(graphql.values)}; a JSON value counts as ${graphql.valuesOfJson}`,
        beyond: invalid,
        of: ['graphql.values', 'graphql.valuesOfJson'],
      },
      {
        what: 'Size of a response',
        most: formatBytes(graphql.answerBytes),
        beyond: `${tooLarge}, after the operation has run`,
        of: ['graphql.answerBytes'],
      },
      {
        what: 'Outputs, results, and metadata of jobs in a response, as JSON',
        most: formatBytes(graphql.contentBytes),
        beyond: `${tooLarge}: request fewer steps with \`ids\`, or fewer jobs`,
        of: ['graphql.contentBytes'],
      },
      {
        what: 'Errors in a response',
        most: formatCount(graphql.errors),
        beyond: 'the rest are left out',
        of: ['graphql.errors'],
      },
      {
        what: 'Length of a validation message',
        most: characters(graphql.messageLength),
        beyond: 'the rest is cut off',
        of: ['graphql.messageLength'],
      },
    ],
  },
  signIn: {
    label: 'Limits on sign-ins and sessions',
    rows: [
      {
        what: 'Failed sign-ins for one email address, by client',
        most: failures(signIn.failures),
        beyond: tooMany,
        of: ['signIn.failures', 'signIn.window'],
      },
      {
        what: 'Failed sign-ins for any email address, by client',
        most: failures(signIn.failuresOfClient),
        beyond: tooMany,
        of: ['signIn.failuresOfClient'],
      },
      {
        what: 'Failed sign-ins from all clients of one IPv6 /48',
        most: failures(signIn.failuresOfSite),
        beyond: tooMany,
        of: ['signIn.failuresOfSite'],
      },
      {
        what: 'Failed sign-ins for one email address from all networks that are new to it, and as many from all known ones',
        most: failures(signIn.failuresOfAddress),
        beyond: tooMany,
        of: ['signIn.failuresOfAddress'],
      },
      {
        what: 'Time that a network stays known after a sign-in',
        most: days(knownNetworks.lifetime),
        beyond: 'the network is new again',
        of: ['knownNetworks.lifetime'],
      },
      {
        what: 'Known networks per email address',
        most: formatCount(knownNetworks.ofAddress),
        beyond: 'the oldest is new again',
        of: ['knownNetworks.ofAddress'],
      },
      {
        what: 'Time that a device stays known after a sign-in',
        most: days(limits.knownDevice),
        beyond: 'the next sign-in is from a new device',
        of: ['knownDevice'],
      },
      {
        what: 'Life of a session after its last use',
        most: days(session.lifetime),
        beyond: 'UNAUTHENTICATED',
        of: ['session.lifetime'],
      },
      {
        what: 'Life of a temporary password without a sign-in',
        most: days(limits.temporaryPassword.lifetime),
        beyond: 'UNAUTHENTICATED',
        of: ['temporaryPassword.lifetime'],
      },
      {
        what: 'Sessions per person',
        most: formatCount(session.ofUser),
        beyond: 'the least recently used one ends',
        of: ['session.ofUser'],
      },
    ],
  },
  workflows: {
    label: 'Limits on starting workflows',
    rows: [
      {
        what: 'File of a workflow',
        most: formatBytes(limits.workflowFile.bytes),
        beyond: 'FILE_TOO_LARGE',
        of: ['workflowFile.bytes'],
      },
      field('Name of a workflow', limits.workflowName.max, 'workflowName.max'),
      {
        what: 'Metadata of a workflow',
        most: formatBytes(limits.metadata.bytes),
        beyond: invalid,
        of: ['metadata.bytes'],
      },
      {
        what: 'Metadata of a batch',
        most: `${limits.batchMetadata.pairs} values, of ${limits.batchMetadata.value} characters with names of ${limits.batchMetadata.name}`,
        beyond: invalid,
        of: ['batchMetadata.name', 'batchMetadata.pairs', 'batchMetadata.value'],
      },
      {
        what: 'Faults that a batch lists of its file',
        most: limits.batchFaults.toLocaleString('en-US'),
        beyond: 'the first are listed',
        of: ['batchFaults'],
      },
      {
        what: 'Time that orchestrate waits for the end of a job',
        most: `${limits.orchestrate.max / SECOND} seconds; ${limits.orchestrate.default / SECOND} by default`,
        beyond: `${invalid} for a longer wait; a job that takes longer continues`,
        of: ['orchestrate.default', 'orchestrate.max'],
      },
      {
        what: 'Time that a link to a file works',
        most: `from ${formatCount(limits.fileLink.min)} to ${formatCount(limits.fileLink.max)} seconds; ${formatCount(limits.fileLink.default)} by default`,
        beyond: invalid,
        of: ['fileLink.min', 'fileLink.max', 'fileLink.default'],
      },
      {
        what: 'Requests to signed links of approvals, by client',
        most: per(limits.approvalLink.requests),
        beyond: tooMany,
        of: ['approvalLink.requests.count', 'approvalLink.requests.window'],
      },
      {
        what: 'Decision through a signed link, with its text',
        most: formatBytes(limits.approvalLink.bodyBytes),
        beyond: invalid,
        of: ['approvalLink.bodyBytes'],
      },
      field('Name with a decision through a signed link', limits.approvalLink.name, 'approvalLink.name'),
      field('Idempotency key', limits.idempotency.length, 'idempotency.length'),
      {
        what: 'Time that an idempotency key returns the same job',
        most: `${limits.idempotency.lifetime / HOUR} hours`,
        beyond: 'a new job starts',
        of: ['idempotency.lifetime'],
      },
      {
        what: 'Jobs of an account that wait in line',
        most: formatCount(limits.waitingJobs),
        beyond: 'status 429, QUEUE_FULL',
        of: ['waitingJobs'],
      },
    ],
  },
  bulk: {
    label: 'Limits on bulk runs',
    rows: [
      {
        what: 'Bulk file',
        most: formatBytes(bulkFile.bytes),
        beyond: 'FILE_TOO_LARGE',
        of: ['bulkFile.bytes'],
      },
      {
        what: 'Rows of a bulk file',
        most: formatCount(10_000),
        beyond: 'BULK_TOO_MANY_ROWS',
        of: [],
      },
      {
        what: 'Columns of a bulk file',
        most: formatCount(1_000),
        beyond: 'BULK_FILE_UNREADABLE',
        of: [],
      },
      {
        what: 'Time that runs can be started over a file',
        most: days(bulkFile.lifetime),
        beyond: 'BULK_FILE_EXPIRED',
        of: ['bulkFile.lifetime'],
      },
      {
        what: 'Rows of a run at the same time',
        most: `${bulkConcurrency.min} to ${bulkConcurrency.max}; ${bulkConcurrency.default} by default`,
        beyond: invalid,
        of: ['bulkConcurrency.min', 'bulkConcurrency.max', 'bulkConcurrency.default'],
      },
      {
        what: 'Rows to try first',
        most: formatCount(bulkRun.rows),
        beyond: invalid,
        of: ['bulkRun.rows'],
      },
      {
        what: 'Jobs that rerunJobs starts, the default too; IDs in jobIds',
        most: formatCount(rerunJobs.jobs),
        beyond: invalid,
        of: ['rerunJobs.jobs'],
      },
      {
        what: 'Jobs that rerunJobs refuses before it stops',
        most: formatCount(rerunJobs.refused),
        beyond: 'older ones follow with `after`',
        of: ['rerunJobs.refused'],
      },
      field('Condition of a run', bulkRun.condition, 'bulkRun.condition'),
      {
        what: 'Columns that the variables of a run name, each time counted',
        most: formatCount(bulkRun.references),
        beyond: 'the fault WORKFLOW_TOO_COMPLEX',
        of: ['bulkRun.references'],
      },
      {
        what: 'Rows that would fail, in a plan',
        most: formatCount(bulkRun.named),
        beyond: 'problemCount has their number',
        of: ['bulkRun.named'],
      },
    ],
  },
  lists: {
    label: 'Limits on lists and ranges',
    rows: [
      {
        what: 'Rows in a list',
        most: formatCount(list.max),
        beyond: `${invalid}; if it's left out, the newest`,
        of: ['list.max'],
      },
      {
        what: 'Jobs that a page of listJobs or searchJobs looks at',
        most: formatCount(limits.jobSearch.jobs),
        beyond: 'the newest; searchJobs says where to continue',
        of: ['jobSearch.jobs'],
      },
      {
        what: 'Metadata that a filter of jobs names',
        most: `${metadataFilter.properties} properties, of ${metadataFilter.value} characters with keys of ${metadataFilter.key}`,
        beyond: invalid,
        of: ['metadataFilter.properties', 'metadataFilter.value', 'metadataFilter.key'],
      },
      {
        what: 'US dollars and seconds over which a filter finds jobs',
        most: formatCount(limits.jobOver.max),
        beyond: invalid,
        of: ['jobOver.max'],
      },
      {
        what: 'Jobs that sumJobs looks at',
        most: `${formatCount(limits.jobSums.max)} or, by metadata, ${formatCount(limits.jobSums.withMetadata)}`,
        beyond: 'the newest, with hasMore',
        of: ['jobSums.max', 'jobSums.withMetadata'],
      },
      {
        what: 'Rows of mySessions',
        most: formatCount(session.listed),
        beyond: 'the most recently used',
        of: ['session.listed'],
      },
      {
        what: 'Rows in a top list',
        most: `${top.max}; ${top.default} by default`,
        beyond: invalid,
        of: ['top.max', 'top.default'],
      },
      {
        what: 'Days in a usage range',
        most: `${formatCount(usage.maxDays)}; ${usage.defaultDays} days, ${usage.defaultWeeks} weeks or ${usage.defaultMonths} months by default`,
        beyond: invalid,
        of: ['usage.maxDays', 'usage.defaultDays', 'usage.defaultWeeks', 'usage.defaultMonths'],
      },
      field('Text of a search', limits.search.max, 'search.max'),
    ],
  },
  values: {
    label: 'Limits on what you store',
    rows: [
      field('Email address', limits.email.max, 'email.max'),
      {
        what: 'Password',
        most: `${password.min} to ${characters(password.max)}`,
        beyond: invalid,
        of: ['password.min', 'password.max'],
      },
      field('First and last name of a user', limits.personName.max, 'personName.max'),
      field('Name of an account', limits.accountName.max, 'accountName.max'),
      {
        what: "An account's settings",
        most: `${formatBytes(limits.accountSettings.maxBytes)}, nested ${limits.accountSettings.depth} deep`,
        beyond: invalid,
        of: ['accountSettings.maxBytes', 'accountSettings.depth'],
      },
      field('A line of the billing details', limits.billingField.max, 'billingField.max'),
      field('Name of an API key', limits.apiKeyName.max, 'apiKeyName.max'),
      {
        what: 'API keys per person, whatever their status',
        most: formatCount(limits.apiKeysOfUser.max),
        beyond: 'CONFLICT: delete one first',
        of: ['apiKeysOfUser.max'],
      },
      {
        what: 'Overlap of two secrets after a rotation',
        most: days(limits.keyOverlap.max),
        beyond: invalid,
        of: ['keyOverlap.max'],
      },
    ],
  },
  forms: {
    label: 'Limits on the waitlist and contact forms',
    rows: [
      {
        what: 'Requests, by client',
        most: per(emailSend.requests),
        beyond: 'status 429',
        of: ['emailSend.requests.count', 'emailSend.requests.window'],
      },
      {
        what: 'Messages stored, by client',
        most: per(emailSend.stored),
        beyond: 'status 429',
        of: ['emailSend.stored.count', 'emailSend.stored.window'],
      },
      {
        what: "Messages stored, by sender's email address",
        most: per(emailSend.storedOfSender),
        beyond: 'status 429',
        of: ['emailSend.storedOfSender.count', 'emailSend.storedOfSender.window'],
      },
      {
        what: 'The same message again',
        most: `1 per ${minutes(emailSend.retryWindow)}`,
        beyond: 'counts as a retry and is stored once',
        of: ['emailSend.retryWindow'],
      },
      {
        what: 'Size of a form request',
        most: formatBytes(emailSend.bodyBytes),
        beyond: 'status 413',
        of: ['emailSend.bodyBytes'],
      },
      {
        ...field('Name', contact.name, 'contact.name'),
        beyond: 'status 400',
        of: ['contact.name', 'waitlist.name'],
      },
      {
        what: 'Contact message',
        most: `${contact.message.min} to ${characters(contact.message.max)}`,
        beyond: 'status 400',
        of: ['contact.message.min', 'contact.message.max'],
      },
      { ...field('Company on the waitlist', waitlist.company, 'waitlist.company'), beyond: 'status 400' },
      { ...field('Use case on the waitlist', waitlist.useCase, 'waitlist.useCase'), beyond: 'status 400' },
    ],
  },
  webhooks: {
    label: 'Limits on the test receivers of webhooks',
    rows: [
      {
        what: 'Requests, by client',
        most: per(testReceiver.requests),
        beyond: 'status 429',
        of: ['testReceiver.requests.count', 'testReceiver.requests.window'],
      },
      {
        what: 'Messages, by account',
        most: per(testReceiver.ofAccount),
        beyond: 'status 429',
        of: ['testReceiver.ofAccount.count', 'testReceiver.ofAccount.window'],
      },
      {
        what: 'Size of a message',
        most: formatBytes(testReceiver.bodyBytes),
        beyond: 'status 413',
        of: ['testReceiver.bodyBytes'],
      },
      {
        what: 'Messages kept, by account',
        most: `${testReceiver.kept}`,
        beyond: 'the oldest are deleted',
        of: ['testReceiver.kept'],
      },
    ],
  },
  audit: {
    label: 'Limits on the audit trail',
    rows: [
      {
        what: 'Refused sign-ins or calls of one person, recorded one by one',
        most: per(limits.auditedRefusals),
        beyond: 'the rest become one event with a count',
        of: ['auditedRefusals.count', 'auditedRefusals.window'],
      },
      {
        what: "Time that the old plan's retention still applies after a change of plan",
        most: days(limits.auditRetention.grace),
        beyond: 'older events are deleted',
        of: ['auditRetention.grace'],
      },
    ],
  },
} satisfies Record<string, { label: string; rows: LimitRow[] }>;

/** One table of limits. @throws Error if there is none of that name */
export function limitTable(name: string): ReferenceTable {
  if (!Object.hasOwn(limitTables, name)) throw new Error(`There is no table of limits named '${name}'.`);
  const { label, rows } = limitTables[name as keyof typeof limitTables];
  return {
    label,
    head: ['What', 'At most', 'Beyond it'],
    rows: rows.map(({ what, most, beyond }) => [what, most, beyond]),
  };
}
