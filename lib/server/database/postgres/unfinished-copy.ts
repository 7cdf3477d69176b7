import { UnfitDatabase } from '@/lib/server/database/postgres/refuse-unfit';

/** The table in which `npm run db:copy` keeps how far it is. It exists until the copy is whole and checked. */
export const COPY_PROGRESS = '_switchyard_copy';

/**
 * Stops a server that would serve half of its data and later lose what it wrote.
 * @param tables of the database, by name
 * @param name of the database, for people
 * @throws UnfitDatabase if it is the unfinished copy of a SQLite database
 */
export function refuseUnfinishedCopy(tables: string[], name: string): void {
  if (tables.includes(COPY_PROGRESS))
    throw new UnfitDatabase(
      `The database ${name} is an unfinished copy of a SQLite database. Run npm run db:copy again, which finishes it, or name another database in DATABASE_URL.`,
    );
}
