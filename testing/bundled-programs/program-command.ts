import path from 'node:path';
import { inject } from 'vitest';
import type { Program, ProgramCommand } from '@/lib/server/text-worker/program-command';

/** Replaces that of lib/server/text-worker in tests: starts the programs that bundle-programs.ts has bundled. */
export function programCommand(program: Program): ProgramCommand {
  const folder = inject('bundledPrograms');
  return { args: [path.join(folder, `${program}.mjs`)], cwd: folder };
}
