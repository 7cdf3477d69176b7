import type { Access } from '@/lib/config/access';
import { callbackErrors } from '@/lib/config/callback-errors';
import { errorCategories, errorCodes } from '@/lib/config/error-codes';
import { type PlanConfig, plans } from '@/lib/config/plans';
import { type WorkflowErrorEntry, workflowErrors } from '@/lib/config/workflow-errors';
import { formatBytes, formatCount } from '@/lib/format/number';
import { fieldsOfType, findOperation, type ReferenceField } from './api-schema';

/** Words, or a name from the code. */
export type ReferenceCell = string | { code: string };

/** A table of the reference, as pages draw it and Markdown writes it. */
export interface ReferenceTable {
  /** The name of the listed things. */
  label: string;
  head: string[];
  /** Each as long as the head; their first cells differ. */
  rows: ReferenceCell[][];
  /** On a phone, the last cell of a row is below the others. */
  stacks?: boolean;
  /** It has many short cells: each row is one line, and the table scrolls in its box. */
  isWide?: boolean;
  /** Whether text typed on its page filters its rows. */
  isFiltered?: boolean;
  /** Each row has an address: the text of its first cell. */
  isLinked?: boolean;
}

/** The content of an empty cell. */
export const none = '–';

/** Names, types if they have one, and descriptions. @param head the noun for a row */
function fieldTable(label: string, head: string, fields: ReferenceField[]): ReferenceTable {
  const typed = fields.some(({ type }) => type);
  return {
    label,
    stacks: true,
    head: [head, ...(typed ? ['Type'] : []), 'Meaning'],
    rows: fields.map(({ name, type, description }) => [
      { code: name },
      ...(typed ? [{ code: type }] : []),
      description || none,
    ]),
  };
}

/** The fields of an object or input of the API, or the values of an enum. @throws Error for any other type */
export function typeTable(name: string): ReferenceTable {
  const fields = fieldsOfType(name);
  const isEnum = fields.every(({ type }) => !type);
  return fieldTable(`Fields of ${name}`, isEnum ? 'Value' : 'Field', fields);
}

/** The error catalog of the API, category by category. */
export function errorCodesTable(): ReferenceTable {
  return {
    label: 'Error codes',
    isLinked: true,
    head: ['Code', 'About', 'When', 'What to do', 'Retry'],
    rows: Object.entries(errorCategories).flatMap(([key, { label }]) =>
      Object.entries(errorCodes)
        .filter(([, { category }]) => category === key)
        .map(([code, { meaning, remedy, retryable }]) => [
          { code },
          label,
          meaning,
          remedy,
          retryable ? 'Later' : 'No',
        ]),
    ),
  };
}

const workflowErrorLabels = {
  planning: 'Faults of a workflow',
  running: 'Errors of jobs and steps',
} as const;

/**
 * The codes that one page about errors of workflows explains.
 * @param found whether planning finds them, or a step or job ends with them
 * @throws Error if there are none
 */
export function errorPageTable(page: string, found: string): ReferenceTable {
  const entries = Object.entries(workflowErrors).filter(
    ([, entry]) => entry.page === page && entry.found === found,
  );
  if (entries.length === 0) throw new Error(`The page '${page}' explains no code of '${found}'.`);
  const isRunning = found === 'running';
  return {
    label: workflowErrorLabels[isRunning ? 'running' : 'planning'],
    isLinked: true,
    // Planning finds the same faults each time.
    head: ['Code', 'When', 'What to do', ...(isRunning ? ['Retry'] : [])],
    rows: entries.map(([code, entry]) => [
      { code },
      whenOf(entry),
      entry.remedy,
      ...(isRunning ? [entry.retryable ? 'Yes' : 'No'] : []),
    ]),
  };
}

/** The codes of deliveries of callbacks. */
export const callbackErrorsTable = (): ReferenceTable => ({
  label: 'Errors of deliveries',
  isLinked: true,
  head: ['Code', 'When', 'What to do', 'Tried again'],
  rows: Object.entries(callbackErrors).map(([code, { when, remedy, retried }]) => [
    { code },
    when,
    remedy,
    retried ? 'Yes' : 'No',
  ]),
});

const dollars = (micros: number) => `$${micros / 1_000_000}`;

/** The plans on offer. */
export function plansTable(): ReferenceTable {
  const offered: readonly PlanConfig[] = plans;
  return {
    label: 'Plans',
    head: ['Plan', 'A month', 'Executions per month', 'Over the limit'],
    rows: offered.map((plan) => [
      plan.name,
      dollars(plan.monthlyPriceMicros),
      plan.includedExecutions === null ? 'No limit' : formatCount(plan.includedExecutions),
      overLimit(plan),
    ]),
  };
}

function overLimit({ includedExecutions, overagePriceMicros }: PlanConfig): string {
  if (overagePriceMicros !== null) return `${dollars(overagePriceMicros)} for each extra execution`;
  return includedExecutions === null ? none : 'Refused';
}

/** Each plan's limits for workflows. */
export function workflowPlansTable(): ReferenceTable {
  return {
    label: 'Workflows by plan',
    head: ['Plan', 'Steps at once', 'Days kept', 'Outputs of a job', 'Storage'],
    rows: plans.map(({ name, stepsAtOnce, jobDays, outputBytes, storageBytes }) => [
      name,
      formatCount(stepsAtOnce),
      formatCount(jobDays),
      formatBytes(outputBytes),
      formatBytes(storageBytes),
    ]),
  };
}

/**
 * The codes that a page names, whichever page explains them.
 * @param codes separated by spaces
 * @throws Error for a code that isn't in the catalog
 */
export function workflowErrorsTable(codes: string): ReferenceTable {
  return {
    label: 'Errors of workflows',
    head: ['Code', 'When', 'What to do'],
    rows: codes.split(' ').map((code) => {
      if (!Object.hasOwn(workflowErrors, code)) throw new Error(`There is no error of workflows '${code}'.`);
      const entry = workflowErrors[code as keyof typeof workflowErrors];
      return [{ code }, whenOf(entry), entry.remedy];
    }),
  };
}

const whenOf = ({ when, notInSandbox }: WorkflowErrorEntry): string =>
  notInSandbox ? `${when} The sandbox doesn't raise it.` : when;

const needs: Record<Access | 'anyone', string> = {
  anyone: 'no token: anyone may call it',
  session: 'a session; an API key is refused',
  read: 'the read scope',
  write: 'the write scope',
  'write:session': 'a session and the write scope; an API key is refused',
  'admin:read': 'role ADMIN and the read scope; a key needs the admin scope too',
  'admin:write': 'role ADMIN and the write scope; a key needs the admin scope too',
  'admin:session': 'a session, role ADMIN and the write scope; an API key is refused',
};

/** An operation of the API, as pages draw it and Markdown writes it. */
interface OperationReference {
  /** '' if the schema has none. */
  description: string;
  /** Its kind and signature in the schema's language. */
  signature: string;
  /** A sentence. */
  needs: string;
  /** Undefined if it takes none. */
  args: ReferenceTable | undefined;
}

/** @throws Error if the API has no such operation */
export function operationReference(name: string): OperationReference {
  const { kind, access, description, returns, args } = findOperation(name);
  const list = args.map((arg) => `\n  ${arg.name}: ${arg.type}`).join('');
  return {
    description,
    signature: `# ${kind}\n${name}${list && `(${list}\n)`}: ${returns}`,
    needs: `Needs ${needs[access]}.`,
    args: args.length > 0 ? fieldTable(`Arguments of ${name}`, 'Argument', args) : undefined,
  };
}
