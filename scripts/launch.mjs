// @ts-check
// The entry point of npm's scripts: `node scripts/launch.mjs NAME …` runs scripts/NAME.mjs on a Node that the project
// supports. Keep this file free of newer syntax and imports: an old Node must be able to run it.
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { endIfAsked, forwardSignals, runForThis } from './node/child-of-launcher.mjs';
import { isOutdated, pinnedNode } from './node/pinned-node.mjs';
import { isSupported, oldestNode } from './node/supported.mjs';

const [name = '', ...args] = process.argv.slice(2);
const script = path.join(path.dirname(fileURLToPath(import.meta.url)), `${name}.mjs`);

/** Runs the script as a process of its own, which ends with this one, and whose exit code is this one's. */
async function runOnPinnedNode() {
  const { node: version } = process.versions;
  console.error(
    isSupported
      ? `This checkout has Node ${version}, and the project now pins another: it goes on with that.`
      : `Switchyard needs Node ${oldestNode} or newer, and this is ${version}: it goes on with a Node in this checkout.`,
  );
  forwardSignals();
  const node = await nodeOrExit();
  endIfAsked();
  const PATH = [path.dirname(node), process.env.PATH].join(path.delimiter);
  const { code } = await runForThis(node, [...process.execArgv, script, ...args], {
    stdio: 'inherit',
    env: { ...process.env, PATH },
  });
  process.exit(code);
}

async function nodeOrExit() {
  try {
    return await pinnedNode();
  } catch (error) {
    endIfAsked();
    console.error(
      `${error instanceof Error ? error.message : error}\nThe checkout's own Node can't be had; the lines above say why. Install a newer Node (nodejs.org, nvm install 24, or your package manager), and run the command again.`,
    );
    return process.exit(1);
  }
}

if (isSupported && !isOutdated()) {
  process.argv.splice(1, 2, script);
  await import(pathToFileURL(script).href);
} else await runOnPinnedNode();
