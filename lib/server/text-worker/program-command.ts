import path from 'node:path';
import { fileURLToPath } from 'node:url';

/** The files in this folder that serve work, without their ending. */
export const programs = ['plan-program', 'evaluate-program', 'read-program'] as const;
export type Program = (typeof programs)[number];

/** Node's arguments, and the folder that it starts in. */
export interface ProgramCommand {
  args: string[];
  cwd: string;
}

/**
 * How a program is started: the bundled one next to the server's bundle, or its source if there is no bundle. In a file
 * of its own, because tests replace it (vitest.config.ts).
 */
export function programCommand(program: Program): ProgramCommand {
  const here = fileURLToPath(import.meta.url);
  const folder = path.dirname(here);
  if (path.extname(here) === '.mjs')
    return { args: [path.join(/* turbopackIgnore: true */ folder, `${program}.mjs`)], cwd: folder };
  return {
    args: ['--import', 'tsx', path.join(/* turbopackIgnore: true */ folder, `${program}.ts`)],
    // tsx is found from the project folder.
    cwd: path.resolve(folder, '../../..'),
  };
}
