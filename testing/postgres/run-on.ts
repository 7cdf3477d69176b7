import pg from 'pg';

/** The URL of another database of the same PostgreSQL server. */
export function databaseUrl(url: string, name: string): string {
  const other = new URL(url);
  other.pathname = `/${name}`;
  return other.href;
}

/**
 * Runs a statement on the server's own database, so that no other one is in use.
 * @param options.inItself runs it on the database of the URL instead
 */
export async function runOn(url: string, statement: string, { inItself = false } = {}): Promise<void> {
  const client = new pg.Client({ connectionString: inItself ? url : databaseUrl(url, 'postgres') });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}
