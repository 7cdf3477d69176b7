import pg from 'pg';
import { Stop } from '@/scripts/console/stop.mjs';

/** The first version whose SQL the project is tested on. */
const OLDEST_VERSION = 15;

const FACTS = `SELECT current_setting('server_version_num')::integer / 10000 AS "version",
  current_setting('server_encoding') AS "encoding",
  current_setting('application_name') = 'switchyard' AND current_setting('lock_timeout') <> '0' AS "keepsSettings",
  current_user AS "user",
  has_schema_privilege('public', 'USAGE') AS "uses",
  has_schema_privilege('public', 'CREATE') AS "creates",
  (SELECT min(pg_get_userbyid(relowner)) FROM pg_class
    WHERE relnamespace = 'public'::regnamespace AND relkind = 'r' AND NOT pg_has_role(relowner, 'USAGE')) AS "owner",
  (SELECT count(*)::integer FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind = 'r' AND NOT (
    has_table_privilege(oid, 'SELECT') AND has_table_privilege(oid, 'INSERT')
    AND has_table_privilege(oid, 'UPDATE') AND has_table_privilege(oid, 'DELETE'))) AS "closed"`;

interface Facts {
  version: number;
  encoding: string;
  keepsSettings: boolean;
  user: string;
  uses: boolean;
  creates: boolean;
  /** Of tables that this user can't change; null if there are none. */
  owner: string | null;
  /** Tables that this user can't read or write. */
  closed: number;
}

/**
 * Refuses a database that a server can't use: another version or encoding, behind a pooler, or without rights.
 *
 * @param name the database, for people
 * @returns refuses it if its tables couldn't be migrated
 * @throws Stop that says what is missing and, for a right, the SQL that grants it
 */
export async function refuseUnfit(pool: pg.Pool, name: string): Promise<() => void> {
  const { rows } = await pool.query<Facts>(FACTS);
  const [facts] = rows;
  if (!facts) throw new Error('PostgreSQL returned no row.');
  const { version, encoding, keepsSettings, user, uses, creates, owner, closed } = facts;
  if (version < OLDEST_VERSION)
    throw new Stop(
      `The database ${name} runs on PostgreSQL ${version}. Use PostgreSQL ${OLDEST_VERSION} or later.`,
    );
  if (encoding !== 'UTF8')
    throw new Stop(
      `The database ${name} stores texts as ${encoding}. Create one with createdb --encoding UTF8 --template template0, and name it in DATABASE_URL.`,
    );
  if (!keepsSettings)
    throw new Stop(
      `The database ${name} is behind a pooler, such as PgBouncer, that drops the settings of connections. Name PostgreSQL itself in DATABASE_URL.`,
    );
  const role = pg.escapeIdentifier(user);
  const needs = (right: string, sql: string) =>
    new Stop(
      `The user ${user} of the database ${name} needs ${right}. As its owner or a superuser, run: ${sql}`,
    );
  if (!uses) throw needs('the right USAGE on the schema public', `GRANT USAGE ON SCHEMA public TO ${role};`);
  if (closed > 0)
    throw needs(
      `the rights to read and write ${closed === 1 ? 'one table' : `${closed} tables`}`,
      `GRANT ALL ON ALL TABLES IN SCHEMA public TO ${role};`,
    );
  return () => {
    if (!creates)
      throw needs('the right CREATE on the schema public', `GRANT CREATE ON SCHEMA public TO ${role};`);
    if (owner !== null)
      throw needs(
        'to own the tables, to migrate them',
        `REASSIGN OWNED BY ${pg.escapeIdentifier(owner)} TO ${role};`,
      );
  };
}
