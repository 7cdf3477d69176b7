import fs from 'node:fs';
import path from 'node:path';
import { migrationScript } from '@/lib/server/database/migrations/migration-script';
import {
  type Provider,
  projectMigrations,
  readMigrations,
} from '@/lib/server/database/migrations/read-migrations';
import { openMemoryPostgres } from '@/lib/server/database/postgres/memory-postgres';
import { readArguments, WrongArguments } from '@/scripts/console/arguments.mjs';
import { commandLines } from '@/scripts/console/command-lines.mjs';
import { Stop } from '@/scripts/console/stop.mjs';
import { root } from '@/scripts/project.mjs';
import { postgresSchema } from '@/scripts/setup/generate.mjs';

const providers: Provider[] = ['sqlite', 'postgresql'];

/** Writes the migrations, one for each database, that bring the existing ones up to prisma/schema.prisma. */
export default async function migrationNew(): Promise<void> {
  const [name = ''] = readArguments(commandLines['migration-new']).positionals;
  if (!/^[a-z0-9]+(_[a-z0-9]+)*$/.test(name))
    throw new WrongArguments('Name what the migration does in snake_case.', commandLines['migration-new']);
  const schema = fs.readFileSync(path.join(root, 'prisma', 'schema.prisma'), 'utf8');
  const scripts = await missingMigrations(schema);
  if (scripts.every(({ sql }) => sql === ''))
    throw new Stop('The migrations already lead to prisma/schema.prisma. Change the schema first.');
  const number = String(readMigrations(projectMigrations.sqlite).length + 1).padStart(4, '0');
  for (const { provider, sql } of scripts) {
    const directory = path.join(projectMigrations[provider], `${number}_${name}`);
    fs.mkdirSync(directory, { recursive: true });
    // A change that only one database has, such as the order of an enum, is an empty migration in the other.
    fs.writeFileSync(path.join(directory, 'migration.sql'), sql || '-- Nothing to change here.\n');
    console.log(`Written: ${path.relative(root, directory)}/migration.sql`);
  }
  console.log('Read both. npm run dev applies the one of its database.');
}

/** The changes that each database's migrations lack. */
async function missingMigrations(schema: string): Promise<{ provider: Provider; sql: string }[]> {
  const { url, close } = await openMemoryPostgres();
  try {
    const scripts = [];
    // One after the other: the schema engine runs once in a process.
    for (const provider of providers) {
      const history = { provider, directory: projectMigrations[provider] };
      const wanted = provider === 'postgresql' ? postgresSchema(schema) : schema;
      scripts.push({ provider, sql: await migrationScript(history, wanted, url) });
    }
    return scripts;
  } finally {
    await close();
  }
}
