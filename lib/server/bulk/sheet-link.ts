import type { z } from 'zod';
import { badInput } from '@/lib/server/errors';
import { fileLink } from '@/lib/server/files/file-links';
import { idPrefixes } from '@/lib/server/ids';
import { parseInput } from '@/lib/server/parse-input';
import type { ServerContext } from '@/lib/server/runtime/context';
import { sheetChoice } from '@/lib/validation/bulk';

/** Which rows and columns a sheet has, and its format. */
export type SheetChoice = z.output<typeof sheetChoice>;

/** Characters of a link's query: servers accept addresses of 8 KiB, which include the signature. */
const MAX_QUERY_LENGTH = 7_500;

/** Whether an id in the address of a file is that of a bulk run. */
export const isSheetId = (id: string): boolean => id.startsWith(`${idPrefixes.bulkRun}_`);

/** The choice in the address of a sheet. @throws AppError BAD_USER_INPUT */
export function sheetChoiceIn(url: string): SheetChoice {
  const { searchParams } = new URL(url);
  const columns = searchParams.getAll('columns');
  return parseInput(sheetChoice, {
    format: searchParams.get('format')?.toUpperCase(),
    columns: columns.length > 0 ? columns : null,
    status: searchParams.get('status')?.toUpperCase(),
    withSteps: flagOf(searchParams.get('withSteps')),
  });
}

const flagOf = (text: string | null) => (text === 'true' || text === 'false' ? text === 'true' : text);

/** A choice in the one form that is signed. */
export function sheetQuery({ format, columns, status, withSteps }: SheetChoice): string {
  const query = new URLSearchParams();
  if (format) query.append('format', format.toLowerCase());
  for (const column of columns ?? []) query.append('columns', column);
  if (status) query.append('status', status.toLowerCase());
  if (withSteps) query.append('withSteps', 'true');
  return query.toString();
}

/**
 * A link that downloads a run's sheet without a token until it expires.
 * @param expires_in seconds for which it works, by default an hour
 * @throws AppError BAD_USER_INPUT
 */
export async function sheetLink(
  ctx: Pick<ServerContext, 'keys' | 'now'>,
  runId: string,
  choice: SheetChoice,
  expires_in?: number | null,
): Promise<string> {
  const query = sheetQuery(choice);
  if (query.length > MAX_QUERY_LENGTH)
    throw badInput({ columns: 'The address would be too long. Choose fewer columns, or take all of them.' });
  return fileLink(ctx, runId, expires_in, query);
}
