import fs from 'node:fs';
import path from 'node:path';
import { migrationScript } from '@/lib/server/database/migrations/migration-script';
import { projectMigrations, readMigrations } from '@/lib/server/database/migrations/read-migrations';
import { readArguments, WrongArguments } from '@/scripts/console/arguments.mjs';
import { commandLines } from '@/scripts/console/command-lines.mjs';
import { Stop } from '@/scripts/console/stop.mjs';
import { root } from '@/scripts/project.mjs';

/** Writes the migration that brings the existing ones up to prisma/schema.prisma. */
export default async function migrationNew(): Promise<void> {
  const [name = ''] = readArguments(commandLines['migration-new']).positionals;
  if (!/^[a-z0-9]+(_[a-z0-9]+)*$/.test(name))
    throw new WrongArguments('Name what the migration does in snake_case.', commandLines['migration-new']);
  const schema = fs.readFileSync(path.join(root, 'prisma', 'schema.prisma'), 'utf8');
  const sql = await migrationScript(projectMigrations, schema);
  if (!sql) throw new Stop('The migrations already lead to prisma/schema.prisma. Change the schema first.');
  const number = String(readMigrations(projectMigrations).length + 1).padStart(4, '0');
  const directory = path.join(projectMigrations, `${number}_${name}`);
  fs.mkdirSync(directory, { recursive: true });
  fs.writeFileSync(path.join(projectMigrations, 'migration_lock.toml'), 'provider = "sqlite"\n');
  fs.writeFileSync(path.join(directory, 'migration.sql'), sql);
  console.log(`Written: ${path.relative(root, directory)}/migration.sql. Read it; npm run dev applies it.`);
}
