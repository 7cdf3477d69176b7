import type { RunSource } from '@/components/bulk/use-run-source';
import { useStoredDraft } from '@/components/ui/use-stored-draft';
import { parseWorkflow, type WorkflowFault } from '@/components/workflows/parse-workflow';
import { brand } from '@/lib/config/brand';
import { limits } from '@/lib/config/limits';

/** Which rows are tried first. */
export type TryChoice = 'FIRST' | 'SPREAD' | 'LINES';

/** An address that is called at the end of a run, and if `progress` is true, also at 25, 50, and 75 percent. */
export interface Receiver {
  url: string;
  progress: boolean;
}

/** A run that is being written; its texts are as typed. */
export interface RunDraft {
  /** The run that it began as. */
  from: string | null;
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
  /** Further addresses, of the run that it began as. */
  otherCallbacks: Receiver[];
  tryChoice: TryChoice;
  /** `2, 5, 9` */
  tryLines: string;
}

const emptyDraft: RunDraft = {
  from: null,
  workflow: null,
  onlyIf: '',
  concurrency: '',
  stopAfterFailures: '',
  stopAfterCost: '',
  callbackUrl: '',
  callbackProgress: false,
  otherCallbacks: [],
  tryChoice: 'FIRST',
  tryLines: '',
};

/**
 * The person's draft, which survives leaving the page until the tab is closed.
 * @param from the run that it begins as: its draft is another one, so that the person's own stays
 */
export const useRunDraft = (userId: string, from: string | null) =>
  useStoredDraft(from === null ? brand.bulkDraftKey : brand.bulkRerunDraftKey, userId, emptyDraft);

/** A draft that starts what a run was started with. */
export function draftOf({ id, workflow, receivers, ...run }: RunSource): RunDraft {
  // One address can be there twice; once is what was meant.
  const [receiver, ...otherCallbacks] = new Map(receivers?.map((one) => [one.url, one])).values();
  const textOf = (value: number | null) => (value === null ? '' : String(value));
  return {
    ...emptyDraft,
    ...{ from: id, workflow: JSON.stringify(workflow, null, 2), onlyIf: run.onlyIf ?? '' },
    concurrency: String(run.concurrency),
    stopAfterFailures: textOf(run.stopAfterFailures),
    stopAfterCost: textOf(run.stopAfterCost),
    ...(receiver && { callbackUrl: receiver.url, callbackProgress: receiver.progress }),
    otherCallbacks,
  };
}

/** The input of the API, or why it can't be sent yet. */
export type RunInput = { input: StartInput; faults: null } | { input: null; faults: WorkflowFault[] };

interface StartInput {
  fileId: string;
  // The server checks the workflow, and names each fault.
  workflow: never;
  onlyIf?: string;
  concurrency?: number;
  stopAfterFailures?: number;
  stopAfterCost?: number;
  callbacks?: Receiver[];
}

/** @param workflow the draft's JSON, or the example */
export function runInput(fileId: string, draft: RunDraft, workflow: string): RunInput {
  const faults: WorkflowFault[] = [];
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
  const callbacks = [
    ...(url === '' ? [] : [{ url, progress: draft.callbackProgress }]),
    ...draft.otherCallbacks,
  ];
  const parsed = parseWorkflow(workflow);
  if (parsed.fault) faults.push({ ...parsed.fault, path: 'workflow' });
  const input = {
    fileId,
    workflow: parsed.value as never,
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
    ...(callbacks.length > 0 && { callbacks }),
  };
  return faults.length === 0 ? { input, faults: null } : { input: null, faults };
}

/** The lines that a person has typed: `2, 5 9`; null if something else is among them, or nothing. */
export function readLines(text: string): number[] | null {
  const lines = text
    .split(/[\s,;]+/)
    .filter((part) => part !== '')
    .map(Number);
  return lines.length > 0 && lines.every((line) => Number.isSafeInteger(line) && line > 0) ? lines : null;
}
