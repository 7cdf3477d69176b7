// @ts-check
import './console/require-node.mjs';
import fs from 'node:fs';
import { acceptArguments } from './console/arguments.mjs';
import { runCommand } from './console/command.mjs';
import { commandLines } from './console/command-lines.mjs';
import { Stop } from './console/stop.mjs';
import { generate } from './setup/generate.mjs';
import { install } from './setup/install.mjs';
import { installedCommand } from './setup/run-tool.mjs';
import { withSetupLock } from './setup/setup-lock.mjs';

/** Commands that only read or copy the database: they also run on a machine that only serves, and prepare nothing. */
const preparesNothing = new Set(['audit-verify', 'backup', 'costs', 'db-copy', 'outbox', 'restore']);

/** @param {string} name of a command; afterwards Node runs TypeScript */
async function prepareFor(name) {
  if (!preparesNothing.has(name))
    await withSetupLock(async () => {
      await install();
      await generate();
    });
  else if (!fs.existsSync(installedCommand('tsx')))
    throw new Stop('The dependencies are not installed. Run npm ci --include=dev.');
  const { register } = await import('tsx/esm/api');
  register();
}

/** @param {string} name @returns {name is keyof typeof commandLines} */
const isCommand = (name) => Object.hasOwn(commandLines, name);

// Runs commands/NAME.ts with the arguments after NAME; checks those and then installs and generates what is missing.
const [name = ''] = process.argv.splice(2, 1);
await runCommand(async () => {
  if (!isCommand(name)) throw new Stop('There is no such command. npm run lists them.');
  // CI reads the last line, even if nothing could be tested.
  const reportFailure = (/** @type {number} */ code) => code !== 0 && console.log('0 passed, 1 failed');
  if (/^test(-|$)/.test(name)) process.once('exit', reportFailure);
  if (!acceptArguments(commandLines[name])) return;
  await prepareFor(name);
  const { default: command } = await import(`../commands/${name}.ts`);
  process.off('exit', reportFailure);
  await command();
});
