import type { InputFault } from '@/lib/graphql-client/client-errors';
import { isRecord } from '@/lib/rules/json';
import { jsonFault, lineAndColumn } from '@/lib/rules/json-fault';

/** A fault of a workflow that is being written. */
export interface WorkflowFault extends InputFault {
  /** Its place in the text, in characters, if its path doesn't say it. */
  at?: number;
}

type ParsedWorkflow =
  | { value: Record<string, unknown>; fault: null }
  | { value: null; fault: Omit<WorkflowFault, 'path'> };

/** The workflow that a person has written as JSON, or why and where it isn't one. */
export function parseWorkflow(text: string): ParsedWorkflow {
  try {
    const value: unknown = JSON.parse(text);
    if (isRecord(value)) return { value, fault: null };
    const message = Array.isArray(value)
      ? 'A workflow is an object. Put the steps in { "steps": [...] }.'
      : 'Enter a JSON object with steps.';
    return { value: null, fault: { message, at: 0 } };
  } catch {
    const at = jsonFault(text) ?? text.length;
    return { value: null, fault: { message: `This isn't valid JSON: ${problemAt(text, at)}`, at } };
  }
}

/** The workflow of a text that is only a list of steps, as people copy it from a document; null for another text. */
export function workflowOfSteps(text: string): string | null {
  if (!text.trimStart().startsWith('[')) return null;
  try {
    const steps: unknown = JSON.parse(text);
    const isList = Array.isArray(steps) && steps.length > 0 && steps.every(isRecord);
    return isList ? JSON.stringify({ steps }, null, 2) : null;
  } catch {
    return null;
  }
}

function problemAt(text: string, at: number): string {
  const [found] = text.slice(at);
  if (found === undefined) return 'it ends too early.';
  const { line, column } = lineAndColumn(text, at);
  return `${found === '"' ? 'a quote' : `"${found}"`} is unexpected in line ${line}, column ${column}.`;
}
