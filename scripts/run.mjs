// @ts-check
import './console/require-node.mjs';
import fs from 'node:fs';
import { pathToFileURL } from 'node:url';
import { acceptArguments } from './console/arguments.mjs';
import { runCommand } from './console/command.mjs';
import { commandLines } from './console/command-lines.mjs';
import { Stop } from './console/stop.mjs';
import { bundledProgram, onlyServes, operatorCommands, root } from './project.mjs';
import { generate } from './setup/generate.mjs';
import { install } from './setup/install.mjs';
import { installedCommand } from './setup/run-tool.mjs';
import { withSetupLock } from './setup/setup-lock.mjs';

/** Operator commands that only read or copy the database, and prepare nothing. */
const preparesNothing = new Set(operatorCommands.filter((name) => name !== 'admin-create'));

/** @param {string} name of a command @returns {Promise<{ default: () => Promise<void> }>} */
async function load(name) {
  if (onlyServes()) {
    if (!operatorCommands.includes(name))
      throw new Stop(
        `${root} only serves what was built elsewhere. Run this command where the site is built.`,
      );
    return import(pathToFileURL(bundledProgram(name)).href);
  }
  if (!preparesNothing.has(name))
    await withSetupLock(async () => {
      await install();
      await generate();
    });
  else if (!fs.existsSync(installedCommand('tsx')))
    throw new Stop('The dependencies are not installed. Run npm ci --include=dev.');
  const { register } = await import('tsx/esm/api');
  register();
  return import(`../commands/${name}.ts`);
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
  const { default: command } = await load(name);
  process.off('exit', reportFailure);
  await command();
});
