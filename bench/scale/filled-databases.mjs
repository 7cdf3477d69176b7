// @ts-check
import fs from 'node:fs';
import path from 'node:path';
import { root } from '../../scripts/project.mjs';
import { fingerprint } from '../../scripts/setup/fingerprint.mjs';
import { installedCommand, runTool } from '../../scripts/setup/run-tool.mjs';
import { stampedStep } from '../../scripts/setup/stamped-step.mjs';

const folder = path.join(root, 'data', 'bench');

// What a kept file depends on: its tables, what writes them, and what is written.
const sources = [
  ...['prisma/migrations', 'lib/config/plans.ts', 'lib/server/usage/meter-executions.ts'],
  ...['bench/scale/fill.ts', 'bench/scale/world.ts'],
];

/**
 * A database with so many executions, kept in the ignored `data/bench` for the next time.
 *
 * @param {number} executions
 * @returns {Promise<string>} the absolute path of its file
 */
export async function filledDatabase(executions) {
  const file = path.join(folder, `${executions}.db`);
  const many = executions.toLocaleString('en');
  await stampedStep({
    name: 'fill',
    doing: `metering ${many} executions`,
    done: `${many} executions metered`,
    stampFile: `${file}.stamp`,
    fingerprint: () => fingerprint(sources, [executions]),
    present: () => fs.existsSync(file),
    work: async () => {
      fs.mkdirSync(folder, { recursive: true });
      for (const suffix of ['', '-wal', '-shm']) fs.rmSync(`${file}${suffix}`, { force: true });
      await runTool(installedCommand('tsx'), ['bench/scale/fill.ts', file, String(executions)], {
        advice: 'The database could not be filled; the lines above say why.',
      });
    },
  });
  return file;
}
