// @ts-check
// What npm runs: `node scripts/launch.mjs NAME …` runs scripts/NAME.mjs on a Node that the project supports.
// Keep this file free of newer syntax and imports: an old Node must be able to run it.
import { spawn } from 'node:child_process';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { pinnedNode } from './node/pinned-node.mjs';
import { isSupported, oldestNode } from './node/supported.mjs';

const [name = '', ...args] = process.argv.slice(2);
const script = path.join(path.dirname(fileURLToPath(import.meta.url)), `${name}.mjs`);

/** Runs the script as a process of its own, which ends with this one, and whose exit code is this one's. */
function runOnPinnedNode() {
  console.error(
    `Switchyard needs Node ${oldestNode} or newer, and this is ${process.versions.node}: it goes on with a Node in this checkout.`,
  );
  const node = nodeOrExit();
  const PATH = [path.dirname(node), process.env.PATH].join(path.delimiter);
  const child = spawn(node, [script, ...args], { stdio: 'inherit', env: { ...process.env, PATH } });
  for (const signal of /** @type {const} */ (['SIGTERM', 'SIGHUP', 'SIGINT']))
    process.on(signal, () => {
      // A terminal sends it to both.
      if (signal !== 'SIGINT' || !process.stdin.isTTY) child.kill(signal);
    });
  child.on('exit', (code) => {
    process.exitCode = code === null ? 1 : code;
  });
}

function nodeOrExit() {
  try {
    return pinnedNode();
  } catch (error) {
    console.error(
      `${error instanceof Error ? error.message : error}\nThe checkout's own Node can't be had; the lines above say why. Install a newer Node (nodejs.org, nvm install 24, or your package manager), and run the command again.`,
    );
    return process.exit(1);
  }
}

if (isSupported) {
  process.argv.splice(1, 2, script);
  await import(pathToFileURL(script).href);
} else runOnPinnedNode();
