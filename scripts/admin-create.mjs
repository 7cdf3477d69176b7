// @ts-check
import './console/require-node.mjs';
import { runCommand } from './console/command.mjs';
import { projectEnvironment } from './project.mjs';
import { runProgram } from './setup/run-tool.mjs';
import { setUpServer } from './setup.mjs';

// A real first admin and demo accounts exclude each other, so this command never writes the latter.
await runCommand(async () => {
  const environment = { ...projectEnvironment(), demoData: false };
  await setUpServer(environment, { production: false });
  process.exitCode = await runProgram(
    'prisma/admin-create.ts',
    process.argv.slice(2),
    environment.databaseUrl,
  );
});
