import { saveFile } from '@/components/ui/save-file';
import { onThisSite } from '@/components/workflows/fetch-file';
import type { ServerError } from '@/lib/graphql-client/client-errors';
import { fieldsOf } from '@/lib/rules/json';

/** The server refuses a sheet. Its message is a sentence for people. */
export class SheetRefused extends Error {
  override readonly name = 'SheetRefused';
}

export const rowsNotKept = 'The rows of this run are no longer kept.';

/**
 * Saves a workbook, which the server writes whole: it is requested once, and read here, so that a refusal can be shown.
 * @param name with its extension
 * @throws SheetRefused
 * @throws Error if it couldn't be read
 */
export async function saveWorkbook(url: string, name: string): Promise<void> {
  const response = await fetch(onThisSite(url));
  if (!response.ok) throw await refusalOf(response);
  saveFile(name, await response.blob());
}

/**
 * Lets the browser itself download a sheet of any length, which shows its progress.
 * @param rows a link to the whole rows, whose header is requested first: a browser is silent about a refused download.
 *   For this link, the server reads no results.
 * @throws SheetRefused
 * @throws Error if the server couldn't be asked
 */
export async function startDownload(url: string, rows: string): Promise<void> {
  const response = await fetch(onThisSite(rows), { method: 'HEAD' });
  if (!response.ok) throw await refusalOf(response);
  const link = document.createElement('a');
  link.href = onThisSite(url);
  link.download = '';
  link.click();
}

async function refusalOf(response: Response): Promise<Error> {
  const { status } = response;
  if (status === 404 || status === 410) return new SheetRefused(rowsNotKept);
  // A proxy's refusal isn't JSON, and the response to HEAD has no body.
  const refusal: unknown = await response.json().catch(() => null);
  const { errors } = fieldsOf(refusal) as { errors?: readonly ServerError[] };
  const shown = errors?.find(({ extensions }) => shownCodes.has(extensions?.code));
  return shown ? new SheetRefused(shown.message) : new Error(`The server responded with ${status}.`);
}

/** Codes of refusals whose message says what to do on this page. */
const shownCodes = new Set<unknown>(['FILE_TOO_LARGE', 'RATE_LIMITED']);
