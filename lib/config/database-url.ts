/** Whether a database URL names a PostgreSQL database; otherwise it names a SQLite file. */
export const isPostgresUrl = (url: string): boolean => /^postgres(ql)?:\/\//.test(url);

export type DatabaseKind = 'SQLite' | 'PostgreSQL';

/** The database product that a URL names. */
export const databaseKind = (url: string): DatabaseKind => (isPostgresUrl(url) ? 'PostgreSQL' : 'SQLite');

/**
 * A database URL for people and logs: without its password and parameters.
 * @param url `postgresql://…`
 */
export function withoutPassword(url: string): string {
  const { protocol, username, host, pathname } = new URL(url);
  return `${protocol}//${username ? `${username}@` : ''}${host}${pathname}`;
}
