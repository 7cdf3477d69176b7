// @ts-check
import fs from 'node:fs';
import path from 'node:path';
import { root } from '@/scripts/project.mjs';
import { fingerprint } from '@/scripts/setup/fingerprint.mjs';
import { installedCommand, runTool } from '@/scripts/setup/run-tool.mjs';
import { stampedStep } from '@/scripts/setup/stamped-step.mjs';

const folder = path.join(root, 'data', 'bench');

/**
 * A database of the bench, kept in the ignored `data/bench` for the next time.
 *
 * @param {object} options
 * @param {string} options.name of its file, without `.db`
 * @param {string} options.doing as in "metering 10,000 executions"
 * @param {string} options.done as in "10,000 executions metered"
 * @param {readonly string[]} options.sources files and folders that what it holds depends on
 * @param {string} options.script `tsx SCRIPT FILE ARGS…` fills it
 * @param {readonly string[]} [options.args]
 * @returns {Promise<string>} the absolute path of its file
 */
export async function keptDatabase({ name, doing, done, sources, script, args = [] }) {
  const file = path.join(folder, `${name}.db`);
  await stampedStep({
    name: 'fill',
    doing,
    done,
    stampFile: `${file}.stamp`,
    fingerprint: () => fingerprint(['prisma/migrations', ...sources], [...args]),
    present: () => fs.existsSync(file),
    work: async () => {
      fs.mkdirSync(folder, { recursive: true });
      for (const suffix of ['', '-wal', '-shm']) fs.rmSync(`${file}${suffix}`, { force: true });
      await runTool(installedCommand('tsx'), [script, file, ...args], {
        advice: 'The database could not be filled; the lines above say why.',
      });
    },
  });
  return file;
}
