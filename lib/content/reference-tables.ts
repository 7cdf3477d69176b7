import { errorCategories, errorCodes } from '@/lib/config/error-codes';
import { type PlanConfig, plans } from '@/lib/config/plans';
import { formatCount } from '@/lib/format/number';
import { fieldsOfType, type ReferenceField } from './api-reference';

/** Words, or a name from the code. */
export type ReferenceCell = string | { code: string };

/** A table of the reference, as pages draw it and Markdown writes it. */
export interface ReferenceTable {
  /** What it lists. */
  label: string;
  head: string[];
  /** Each as long as the head; their first cells differ. */
  rows: ReferenceCell[][];
  /** On a phone, the last cell of a row is below the others. */
  stacks?: boolean;
}

/** What a cell with nothing to say contains. */
export const none = '–';

/** Names, types if they have one, and descriptions. @param head what a row is */
export function fieldTable(label: string, head: string, fields: ReferenceField[]): ReferenceTable {
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

/** The error catalogue of the API, category by category. */
export function errorCodesTable(): ReferenceTable {
  return {
    label: 'Error codes',
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
