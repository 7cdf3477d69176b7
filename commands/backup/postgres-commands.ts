import { withoutPassword } from '@/lib/config/database-url';

/** The command lines that do on PostgreSQL what this project's commands do on SQLite. None contains a password. */
export interface PostgresCommands {
  /** Writes a backup, also while servers run. */
  dump: string;
  /**
   * Makes a new database from a backup, next to the existing database, and ends the sessions in it: some have ended
   * since.
   */
  restore: string;
  /** Deletes the database, while no server runs, and makes an empty one. */
  recreate: string;
}

/**
 * @param databaseUrl `postgresql://…`
 * @param backup the file of the dump
 */
export function postgresCommands(databaseUrl: string, backup = 'switchyard.dump'): PostgresCommands {
  const url = withoutPassword(databaseUrl);
  const { hostname, port, username, pathname } = new URL(url);
  const name = decodeURIComponent(pathname.slice(1));
  // The site's own user may not make databases.
  const options = [
    `--host=${hostname.replace(/^\[(.*)\]$/, '$1')}`,
    ...(port ? [`--port=${port}`] : []),
    '--username=postgres',
  ];
  const create = [
    ...['createdb', ...options],
    ...(username ? [`--owner=${decodeURIComponent(username)}`] : []),
    ...['--encoding=UTF8', '--locale=C', '--template=template0'],
  ];
  const restored = `${url}_restored`;
  return {
    dump: line(['pg_dump', '--format=custom', `--file=${backup}`, url]),
    restore: [
      line([...create, `${name}_restored`]),
      line(['pg_restore', '--no-owner', '--single-transaction', `--dbname=${restored}`, backup]),
      line(['psql', restored, '--command=DELETE FROM "Session"']),
    ].join(' && '),
    recreate: [line(['dropdb', ...options, name]), line([...create, name])].join(' && '),
  };
}

const line = (words: string[]) => words.map(quoted).join(' ');

/** For a shell. */
const quoted = (word: string) =>
  /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`;
