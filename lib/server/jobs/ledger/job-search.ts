import { limits } from '@/lib/config/limits';
import type { JobEnd } from '@/lib/engine/run/run-store';
import { foldText } from '@/lib/rules/search-text';
import type { Row } from '@/lib/server/jobs/ledger/job-rows';

// The texts by which lists find jobs. All of them are part of their indexes, in which PostgreSQL has 2,704 bytes for an entry.

/** Characters of a name that are searched: folding makes eighteen of some, and an index has no place for them. */
const MOST_SEARCHED = 2 * limits.workflowName.max;

/** Bytes of metadata that are searched. */
const METADATA_BYTES = 400;

/** Bytes of the shortest searched metadata that may have been cut: a character has up to four. */
export const LEAST_CUT_METADATA = METADATA_BYTES - 3;

/** Bytes of codes and models. */
const END_BYTES = 600;

/** The longest time that a column of whole numbers has space for, 24 days. */
const LONGEST_MS = 2 ** 31 - 1;

/** The last line of an `endText` without space for all of them. */
export const MORE_LINES = '…';

/** A job's name as it is searched, of whole characters: PostgreSQL takes no half of one. */
export const foldJobName = (name: string): string => foldText(name).slice(0, MOST_SEARCHED).toWellFormed();

/** The beginning of metadata as it is searched. @param json as it is stored */
export const foldMetadata = (json: string | null): string =>
  json === null ? '' : beginning(foldText(json), METADATA_BYTES);

/** A text's first bytes, of whole characters. */
function beginning(text: string, bytes: number): string {
  const { read } = new TextEncoder().encodeInto(text, new Uint8Array(bytes));
  return text.slice(0, read).toWellFormed();
}

/** The columns by which a job is found once it has ended. */
export const endFilters = (end: JobEnd): Row => ({
  endText: linesOf([...end.failureCodes, ...end.models]),
  hasFallbacks: end.hasFallbacks,
  durationMs:
    end.startedAt === null ? null : Math.min(LONGEST_MS, Math.round(end.finishedAt - end.startedAt)),
});

/** The models in an `endText`; codes have no slash. */
export const modelsIn = (endText: string): string[] =>
  endText.split('\n').filter((line) => line.includes('/'));

/** The codes of failures in an `endText`. */
export const codesIn = (endText: string): string[] =>
  endText.split('\n').filter((line) => line && line !== MORE_LINES && !line.includes('/'));

/** Lines, each between line breaks, as many as there is space for. */
function linesOf(lines: readonly string[]): string {
  let text = '';
  for (const line of lines) {
    const longer = `${text}\n${line}`;
    if (Buffer.byteLength(longer) > END_BYTES) return `${text}\n${MORE_LINES}\n`;
    text = longer;
  }
  return text && `${text}\n`;
}
