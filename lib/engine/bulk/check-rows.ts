import { comparedWithText, decideCondition, parseCondition } from '@/lib/engine/expressions/condition';
import { ConditionProblem, TemplateProblem } from '@/lib/engine/expressions/problems';
import type { Scope } from '@/lib/engine/expressions/scope';
import { renderTemplate } from '@/lib/engine/expressions/template';
import { estimateTokens } from '@/lib/engine/models/estimate-tokens';
import { didYouMean } from '@/lib/rules/did-you-mean';
import { readRowVariables, variablesOfRow } from './row-variables';

/** Rows of a bulk file, and the parts of a run that they are checked against. */
export interface RowsToCheck {
  /** Their values, as JSON. */
  rows: readonly string[];
  /** The variables of the run, which may name columns. */
  variables: Record<string, unknown>;
  /** The text that the workflow works on. */
  input: string;
  /** A CEL condition; null takes all rows. */
  onlyIf: string | null;
  /** That condition and those of the steps, each with its path in the call. */
  conditions: readonly { path: string; source: string }[];
  /** Columns of numbers. */
  numbers: readonly string[];
  /** Of each step, in order. The outputs of other steps aren't known yet, so `readSteps` says whether it needs some. */
  templates: readonly {
    input: string | null;
    instructions: string;
    readSteps: boolean;
    needsText: boolean;
  }[];
}

/** A row as a run would treat it. */
export type CheckedRow =
  | { isSkipped: true }
  /** A condition fails on it. */
  | { isSkipped: false; conditionProblem: string; path: string }
  | { isSkipped: false; conditionProblem: null; bytes: number; steps: RenderedStep[] };

/** A step's templates with a row's values, and without the outputs of other steps. */
export type RenderedStep =
  | { problem: string }
  /** Tokens; null if it has no input of its own. */
  | { problem: null; input: number | null; instructions: number };

/**
 * Checks rows before any of them runs. The work grows with them, so a child process does it.
 * @throws ConditionProblem if the condition is wrong whatever the row
 */
export function checkRows({
  rows,
  variables: given,
  input,
  onlyIf,
  conditions,
  numbers,
  templates,
}: RowsToCheck): CheckedRow[] {
  const mapping = readRowVariables(given);
  const parsed = onlyIf === null ? null : parseCondition(onlyIf);
  if (parsed && 'problem' in parsed) throw new ConditionProblem(parsed.problem);
  const numeric = new Set([
    ...numbers,
    ...mapping.mapped.flatMap(({ name, parts: [only, ...others] }) =>
      typeof only === 'object' && others.length === 0 && numbers.includes(only.column) ? [name] : [],
    ),
  ]);
  const compared = conditions.flatMap(({ path, source }) =>
    comparedWithText(source).flatMap((one) => (numeric.has(one.variable) ? [{ path, ...one }] : [])),
  );
  return rows.map((values): CheckedRow => {
    const variables = variablesOfRow(mapping, JSON.parse(values));
    const scope: Scope = { input, variables, file: '', steps: {} };
    // Columns of files from before numbers were read as such have texts.
    const unlike = compared.find(({ variable }) => typeof variables[variable] === 'number');
    if (unlike) return { isSkipped: false, conditionProblem: neverEqual(unlike), path: unlike.path };
    try {
      if (onlyIf !== null && !decideCondition(onlyIf, scope)) return { isSkipped: true };
    } catch (error) {
      if (!(error instanceof ConditionProblem)) throw error;
      const { reason, missing } = error;
      return {
        isSkipped: false,
        conditionProblem: missing === null ? reason : noVariable(missing, Object.keys(variables)),
        path: 'onlyIf',
      };
    }
    return {
      isSkipped: false,
      conditionProblem: null,
      bytes: Buffer.byteLength(JSON.stringify(variables)) + Buffer.byteLength(input),
      steps: templates.map((step) => renderStep(step, scope)),
    };
  });
}

const noVariable = (name: string, known: readonly string[]): string =>
  `there is neither a column nor a variable “${name.slice(0, 100)}”.${didYouMean(name, known)}`;

function neverEqual({ variable, text }: { variable: string; text: string }): string {
  const quoted = JSON.stringify(text.slice(0, 60));
  const isNumber = text.trim() !== '' && Number.isFinite(Number(text));
  const remedy = isNumber ? ` Write ${Number(text)} without quotation marks.` : '';
  return `the column “${variable}” has numbers, which are never equal to the text ${quoted}.${remedy}`;
}

function renderStep(step: RowsToCheck['templates'][number], scope: Scope): RenderedStep {
  try {
    const input = step.input === null ? null : renderTemplate(step.input, scope);
    if (step.needsText && input?.trim() === '') return { problem: 'Its input is empty.' };
    return {
      problem: null,
      input: input === null ? null : estimateTokens(input),
      instructions: estimateTokens(renderTemplate(step.instructions, scope)),
    };
  } catch (error) {
    if (!(error instanceof TemplateProblem)) throw error;
    // The reason may be only that another step's output is missing.
    if (step.readSteps)
      return {
        problem: null,
        input: step.input === null ? null : estimateTokens(step.input),
        instructions: estimateTokens(step.instructions),
      };
    return { problem: error.message };
  }
}
