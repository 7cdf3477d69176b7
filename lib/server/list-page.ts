import { limits } from '@/lib/config/limits';
import { badInput } from '@/lib/server/errors';
import { parseInput } from '@/lib/server/parse-input';
import { type Page, page } from '@/lib/validation/lists';

/** Requests rows from the cursor on, its own row included; with a negative `take`, rows up to it. */
export interface PageQuery<Place> {
  take: number;
  /** The place of the cursor's row; missing on the list's first page. */
  from?: Place;
}

/**
 * Reads one page of a list ordered newest first. `after` returns the rows that follow the cursor's row, `before` the
 * rows just above it, both newest first. If no limit is given, at most 1,000.
 * @param locate finds the place of a row by its id; every cursor from outside the list gets the same refusal
 * @param find runs the query
 * @throws AppError BAD_USER_INPUT
 */
export async function listPage<Row extends { id: string }, Place extends object>(
  input: Page,
  locate: (id: string) => Promise<Place | null>,
  find: (query: PageQuery<Place>) => Promise<Row[]>,
): Promise<Row[]> {
  const { limit, after, before } = parseInput(page, input);
  const take = limit ?? limits.list.max;
  const id = after ?? before;
  if (!id) return find({ take });
  const from = await locate(id);
  if (!from) throw otherCursor(after ? 'after' : 'before');
  // The cursor's row may no longer match the filters. Blindly skipping one row would then lose another.
  const rows = await find({ take: after ? take + 1 : -take - 1, from });
  const others = rows.filter((row) => row.id !== id);
  return after ? others.slice(0, take) : others.slice(-take);
}

/** The refusal of a cursor from outside the list. @param name of the argument */
export const otherCursor = (name: string) =>
  badInput({ [name]: "The cursor isn't in this list. Send the id of a row that is." });

/** The place of a row in a list ordered by its creation, newest first. */
interface Place {
  id: string;
  createdAt: Date;
}

/** The columns of a place. */
export const placeColumns = { id: true, createdAt: true } as const;

/** The order to which places refer. */
export const newestFirst = [{ createdAt: 'desc' as const }, { id: 'desc' as const }];

/**
 * Prisma's condition for a row and those after it; with a negative `take`, those above it. Prisma's own cursor is a
 * condition that can't use an index: deep pages would walk all rows before them.
 */
export function wherePlace(from: Place | undefined, take: number) {
  if (!from) return {};
  const { id, createdAt } = from;
  return take > 0
    ? { createdAt: { lte: createdAt }, NOT: { createdAt, id: { gt: id } } }
    : { createdAt: { gte: createdAt }, NOT: { createdAt, id: { lt: id } } };
}
