import { useEffect, useState } from 'react';
import { brand } from '@/lib/config/brand';
import { limits } from '@/lib/config/limits';
import type { InputFault } from '@/lib/graphql-client/client-errors';
import { isRecord } from '@/lib/rules/json';

/** Which rows are tried first. */
export type TryChoice = 'FIRST' | 'SPREAD' | 'LINES';

/** A run that is being written; its texts are as typed. */
export interface RunDraft {
  /** JSON, as written; null for the example that fits the file. */
  workflow: string | null;
  onlyIf: string;
  concurrency: string;
  stopAfterFailures: string;
  stopAfterCost: string;
  /** An address that is called at the end of the run. */
  callbackUrl: string;
  /** Also at 25, 50, and 75 percent. */
  callbackProgress: boolean;
  tryChoice: TryChoice;
  /** `2, 5, 9` */
  tryLines: string;
}

const emptyDraft: RunDraft = {
  workflow: null,
  onlyIf: '',
  concurrency: '',
  stopAfterFailures: '',
  stopAfterCost: '',
  callbackUrl: '',
  callbackProgress: false,
  tryChoice: 'FIRST',
  tryLines: '',
};

/** Characters of a draft that is kept. */
const MOST_KEPT = 500_000;

/** The person's draft in this tab; another person's isn't shown. */
function loadDraft(userId: string): RunDraft {
  try {
    const { userId: owner, ...draft } = JSON.parse(sessionStorage.getItem(brand.bulkDraftKey) ?? '{}');
    return owner === userId ? { ...emptyDraft, ...draft } : emptyDraft;
  } catch {
    return emptyDraft;
  }
}

function saveDraft(userId: string, draft: RunDraft): void {
  try {
    const text = JSON.stringify({ userId, ...draft });
    if (text.length > MOST_KEPT) sessionStorage.removeItem(brand.bulkDraftKey);
    else sessionStorage.setItem(brand.bulkDraftKey, text);
  } catch {
    // If storage is denied, the draft ends with the page.
  }
}

/** The person's draft, which survives leaving the page until the tab is closed. */
export function useRunDraft(userId: string) {
  const [draft, setDraft] = useState(() => loadDraft(userId));
  useEffect(() => saveDraft(userId, draft), [userId, draft]);
  const change = (part: Partial<RunDraft>) => setDraft((before) => ({ ...before, ...part }));
  return [draft, change] as const;
}

/** The input of the API, or why it can't be sent yet. */
export type RunInput = { input: StartInput; faults: null } | { input: null; faults: InputFault[] };

interface StartInput {
  fileId: string;
  // The server checks the workflow, and names each fault.
  workflow: never;
  onlyIf?: string;
  concurrency?: number;
  stopAfterFailures?: number;
  stopAfterCost?: number;
  callbacks?: { url: string; progress: boolean }[];
}

/** @param workflow the draft's JSON, or the example */
export function runInput(fileId: string, draft: RunDraft, workflow: string): RunInput {
  const faults: InputFault[] = [];
  const { min, max } = limits.bulkConcurrency;
  const read = (
    name: 'concurrency' | 'stopAfterFailures' | 'stopAfterCost',
    message: string,
    fits: (value: number) => boolean,
  ) => {
    const text = draft[name].trim();
    if (text === '') return {};
    const value = Number(text);
    if (fits(value)) return { [name]: value };
    faults.push({ path: name, message });
    return {};
  };
  const url = draft.callbackUrl.trim();
  if (url !== '' && !/^https?:/i.test(url))
    faults.push({ path: 'callbacks', message: 'Enter an http or https address.' });
  const parsed = parseWorkflow(workflow);
  if ('message' in parsed) faults.push({ path: 'workflow', message: parsed.message });
  const input = {
    fileId,
    workflow: ('value' in parsed ? parsed.value : null) as never,
    ...(draft.onlyIf.trim() !== '' && { onlyIf: draft.onlyIf }),
    ...read(
      'concurrency',
      `Enter a whole number from ${min} to ${max}.`,
      (rows) => Number.isInteger(rows) && rows >= min && rows <= max,
    ),
    ...read(
      'stopAfterFailures',
      'Enter a whole number from 1.',
      (rows) => Number.isSafeInteger(rows) && rows >= 1,
    ),
    ...read(
      'stopAfterCost',
      'Enter an amount of more than 0.',
      (dollars) => Number.isFinite(dollars) && dollars > 0,
    ),
    ...(url !== '' && { callbacks: [{ url, progress: draft.callbackProgress }] }),
  };
  return faults.length === 0 ? { input, faults: null } : { input: null, faults };
}

function parseWorkflow(text: string): { value: Record<string, unknown> } | { message: string } {
  try {
    const value: unknown = JSON.parse(text);
    return isRecord(value) ? { value } : { message: 'Enter a JSON object with steps.' };
  } catch (error) {
    // The browser says where.
    return { message: `This isn't valid JSON: ${error instanceof Error ? error.message : error}` };
  }
}

/** The lines that a person has typed: `2, 5 9`; null if something else is among them, or nothing. */
export function readLines(text: string): number[] | null {
  const lines = text
    .split(/[\s,;]+/)
    .filter((part) => part !== '')
    .map(Number);
  return lines.length > 0 && lines.every((line) => Number.isSafeInteger(line) && line > 0) ? lines : null;
}
