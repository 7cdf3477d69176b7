import pg from 'pg';
import { Prisma } from '@/prisma/generated/prisma/client';
import { Stop } from '@/scripts/console/stop.mjs';

/** The first version whose SQL the project is tested on. */
const OLDEST_VERSION = 15;

/** Of the first migration for PostgreSQL. */
export const RATE_LIMIT_TABLE = 'RateLimitCounter';

/** The schema may contain tables of others, such as those of PostGIS. */
const TABLES = [...Object.values(Prisma.ModelName), RATE_LIMIT_TABLE, '_prisma_migrations'];

const FACTS = `WITH "own" AS (
    SELECT oid, relname, relowner FROM pg_class
    WHERE relnamespace = 'public'::regnamespace AND relkind = 'r' AND relname = ANY ($1))
  SELECT current_setting('server_version_num')::integer / 10000 AS "version",
  current_setting('server_encoding') AS "encoding",
  current_setting('application_name') = 'switchyard' AND current_setting('lock_timeout') <> '0' AS "keepsSettings",
  current_user AS "user",
  has_schema_privilege('public', 'USAGE') AS "uses",
  has_schema_privilege('public', 'CREATE') AS "creates",
  ARRAY(
    SELECT 'TABLE ' || quote_ident(relname) FROM "own" WHERE NOT pg_has_role(relowner, 'USAGE')
    UNION
    SELECT 'TYPE ' || quote_ident(typname) FROM "own" JOIN pg_attribute ON attrelid = "own".oid
      JOIN pg_type ON pg_type.oid = atttypid WHERE typtype = 'e' AND NOT pg_has_role(typowner, 'USAGE')
    ORDER BY 1) AS "foreign",
  ARRAY(
    SELECT quote_ident(relname) FROM "own" WHERE NOT (
      has_table_privilege(oid, 'SELECT') AND has_table_privilege(oid, 'INSERT')
      AND has_table_privilege(oid, 'UPDATE') AND has_table_privilege(oid, 'DELETE'))
    ORDER BY 1) AS "closed"`;

interface Facts {
  version: number;
  encoding: string;
  keepsSettings: boolean;
  user: string;
  uses: boolean;
  creates: boolean;
  /** Tables and types that this user can't change, as SQL. */
  foreign: string[];
  /** Tables that this user can't read or write, as SQL. */
  closed: string[];
}

/** The database can't be used as it is. That says nothing about its migrations. */
export class UnfitDatabase extends Stop {}

/**
 * Refuses a database that a server can't use: another version or encoding, behind a pooler, or without rights.
 *
 * @param name the database, for people
 * @returns refuses it if its tables couldn't be migrated
 * @throws UnfitDatabase that says what is missing and, for a right, the SQL that grants it
 */
export async function refuseUnfit(pool: pg.Pool, name: string): Promise<() => void> {
  const { rows } = await pool.query<Facts>(FACTS, [TABLES]);
  const [facts] = rows;
  if (!facts) throw new Error('PostgreSQL returned no row.');
  const { version, encoding, keepsSettings, user, uses, creates, foreign, closed } = facts;
  if (version < OLDEST_VERSION)
    throw new UnfitDatabase(
      `The database ${name} runs on PostgreSQL ${version}. Use PostgreSQL ${OLDEST_VERSION} or later.`,
    );
  if (encoding !== 'UTF8')
    throw new UnfitDatabase(
      `The database ${name} stores texts as ${encoding}. Create one with createdb --encoding=UTF8 --locale=C --template=template0, and name it in DATABASE_URL.`,
    );
  if (!keepsSettings)
    throw new UnfitDatabase(
      `The database ${name} is behind a pooler, such as PgBouncer, that drops the settings of connections. Name PostgreSQL itself in DATABASE_URL.`,
    );
  const role = pg.escapeIdentifier(user);
  const needs = (right: string, sql: string) =>
    `The user ${user} of the database ${name} needs ${right}. As its owner or a superuser, run: ${sql}`;
  if (!uses)
    throw new UnfitDatabase(
      needs('the right USAGE on the schema public', `GRANT USAGE ON SCHEMA public TO ${role};`),
    );
  if (closed.length > 0)
    throw new UnfitDatabase(
      needs(
        `the rights to read and write ${closed.length === 1 ? 'one table' : `${closed.length} tables`}`,
        `GRANT SELECT, INSERT, UPDATE, DELETE ON ${closed.join(', ')} TO ${role};`,
      ),
    );
  return () => {
    if (!creates)
      throw new Stop(
        needs('the right CREATE on the schema public', `GRANT CREATE ON SCHEMA public TO ${role};`),
      );
    if (foreign.length > 0)
      throw new Stop(
        needs(
          'to own its tables and types, to migrate them',
          foreign.map((thing) => `ALTER ${thing} OWNER TO ${role};`).join(' '),
        ),
      );
  };
}
