import { setUpServer } from '@/commands/setup/setup';
import { projectEnvironment } from '@/lib/server/runtime/project-environment';
import { runProgram } from '@/scripts/setup/run-tool.mjs';

// A real first admin and demo accounts exclude each other, so this command never writes the latter.
export default async function adminCreate(): Promise<void> {
  const environment = { ...projectEnvironment(), demoData: false };
  await setUpServer(environment, { production: false });
  process.exitCode = await runProgram(
    'commands/admin-create/admin-create.ts',
    process.argv.slice(2),
    environment.databaseUrl,
  );
}
