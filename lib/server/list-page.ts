import { limits } from '@/lib/config/limits';
import { badInput } from '@/lib/server/errors';
import { parseInput } from '@/lib/server/parse-input';
import { type Page, page } from '@/lib/validation/lists';

/** Prisma's arguments for rows from the cursor on, the cursor's own included; a negative take goes back from it. */
export interface PageQuery {
  take: number;
  cursor?: { id: string };
}

/**
 * Reads one page of a list ordered newest first. `after` answers the rows that follow the cursor's,
 * `before` those just above it; either way newest first. Without a limit, at most 1,000.
 * @param has whether the list holds a row of that id; a cursor from elsewhere is refused alike whatever it names
 * @param find runs the query with Prisma's cursor arguments
 * @throws AppError BAD_USER_INPUT
 */
export async function listPage<Row extends { id: string }>(
  input: Page,
  has: (id: string) => Promise<boolean>,
  find: (query: PageQuery) => Promise<Row[]>,
): Promise<Row[]> {
  const { limit, after, before } = parseInput(page, input);
  const take = limit ?? limits.list.max;
  const id = after ?? before;
  if (!id) return find({ take });
  if (!(await has(id)))
    throw badInput({ [after ? 'after' : 'before']: 'The cursor names no row of this list.' });
  // The cursor's row may not match the filters (any more): skipping one row would then lose another.
  const rows = await find({ take: after ? take + 1 : -take - 1, cursor: { id } });
  const others = rows.filter((row) => row.id !== id);
  return after ? others.slice(0, take) : others.slice(-take);
}
