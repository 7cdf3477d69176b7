import { isRecord } from '@/lib/rules/json';
import { sheetLimits } from './sheet';

/** Facts of a row that have a column of their own. */
const facts = ['line', 'status', 'error_code', 'error_message', 'job_id', 'cost'] as const;
export type RowFact = (typeof facts)[number];

/** The output of a step of a row's job: JSON, or null if it has none. */
export interface StoredOutput {
  stepId: string;
  /** Whether no other step depends on it: its output is the result, or a part of it. */
  isFinal: boolean;
  output: string | null;
}

/**
 * The part of results that a column takes.
 * - `stepId`: null for the only final step of a job
 * - `field`: null for results without fields
 */
export interface ResultField {
  stepId: string | null;
  field: string | null;
}

/** A column of a run's sheet. */
export interface OutputColumn {
  name: string;
  from:
    | { of: 'file'; column: string }
    | { of: 'row'; fact: RowFact }
    | ({ of: 'results' } & ResultField)
    /** The whole result. */
    | { of: 'result' }
    /** The outputs of all steps before the final ones. */
    | { of: 'steps' };
}

/** The fields that results have, as they first come; of too many to be columns, one more than there may be. */
export function resultFields(rows: readonly (readonly StoredOutput[])[]): ResultField[] {
  const found = new FieldList();
  for (const outputs of rows) {
    const hasOneResult = outputs.filter(({ isFinal }) => isFinal).length === 1;
    for (const { stepId, isFinal, output } of outputs) {
      const value: unknown = JSON.parse(output ?? 'null');
      if (value === null) continue;
      const names = isRecord(value) ? Object.keys(value) : [];
      const ofStep = isFinal && hasOneResult ? null : stepId;
      if (names.length === 0) found.add({ stepId: ofStep, field: null });
      else for (const field of names) found.add({ stepId: ofStep, field });
    }
    if (found.isFull) break;
  }
  return found.fields.slice(0, sheetLimits.columns + 1);
}

/** Fields of several pages of results, each once. */
export class FieldList {
  readonly #found = new Map<string, ResultField>();
  #hasLong = false;

  add({ stepId, field }: ResultField): void {
    this.#hasLong ||= (field?.length ?? 0) > sheetLimits.columnName;
    this.#found.set(JSON.stringify([stepId, field]), { stepId, field });
  }

  get fields(): ResultField[] {
    return [...this.#found.values()];
  }

  /** Whether there are too many, or too long ones, to be columns. */
  get isFull(): boolean {
    return this.#hasLong || this.#found.size > sheetLimits.columns;
  }
}

/**
 * The columns of a run's sheet: those of its file, and then its outputs. If another column has the name of an output,
 * the output's begins with `output.`.
 * @param withSteps whether the results include the outputs of steps before the final ones
 */
export function outputColumns(
  fileColumns: readonly string[],
  found: FieldList,
  withSteps: boolean,
): OutputColumn[] {
  const taken = new Set(fileColumns);
  const named = (name: string): string => {
    let free = name;
    while (taken.has(free)) free = `output.${free}`;
    taken.add(free);
    return free;
  };
  const ofRow = facts.map((fact): OutputColumn => ({ name: named(fact), from: { of: 'row', fact } }));
  const ofResults =
    found.isFull || found.fields.length === 0
      ? [
          ...(withSteps ? [{ name: named('steps'), from: { of: 'steps' as const } }] : []),
          { name: named('result'), from: { of: 'result' as const } },
        ]
      : // A step that only later rows ran still comes before the result.
        [...found.fields]
          .sort((one, other) => Number(one.stepId === null) - Number(other.stepId === null))
          .map((field): OutputColumn => ({ name: named(nameOf(field)), from: { of: 'results', ...field } }));
  const [line, status, ...others] = ofRow;
  return [
    ...fileColumns.map((column): OutputColumn => ({ name: column, from: { of: 'file', column } })),
    ...(line && status ? [line, status] : []),
    ...ofResults,
    ...others,
  ];
}

const nameOf = ({ stepId, field }: ResultField): string =>
  [stepId, field].filter((part) => part !== null).join('.') || 'result';
