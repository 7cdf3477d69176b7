import fs from 'node:fs';
import path from 'node:path';
import { root } from '@/scripts/project.mjs';
import { runTool, typeScript } from '@/scripts/setup/run-tool.mjs';
import { fingerprint, stampedStep } from '@/scripts/setup/stamped-step.mjs';

const folder = path.join(root, 'data', 'bench');

interface KeptDatabase {
  /** Of its file, without `.db`. */
  name: string;
  /** As in "metering 10,000 executions". */
  doing: string;
  /** As in "10,000 executions metered". */
  done: string;
  /** Files and folders that decide what the database contains. */
  sources: readonly string[];
  /** The program that fills it: `PROGRAM FILE ARGS…`. */
  program: string;
  args?: readonly string[];
}

/**
 * A database of the bench, kept in `data/bench` (which git ignores) until its sources change.
 *
 * @returns the absolute path of its file
 * @throws Stop with the output of a program that failed
 */
export async function keptDatabase(options: KeptDatabase): Promise<string> {
  const { name, doing, done, sources, program, args = [] } = options;
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
      const [node, ...loader] = typeScript;
      await runTool(node, [...loader, program, file, ...args], {
        advice: "The database couldn't be filled; the lines above say why.",
      });
    },
  });
  return file;
}
