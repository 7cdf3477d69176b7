import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import path from 'node:path';
import { build } from 'esbuild';
import type { TestProject } from 'vitest/node';
import { programs } from '@/lib/server/text-worker/program-command';
import { root } from '@/scripts/project.mjs';

declare module 'vitest' {
  export interface ProvidedContext {
    /** The folder of the bundled programs of lib/server/text-worker. */
    bundledPrograms: string;
  }
}

// On globalThis: each project of Vitest loads a copy of this module.
const holder = globalThis as typeof globalThis & { bundledPrograms?: Promise<string> };

/**
 * Vitest's global set-up: bundles the programs that evaluate and read once, as for production. From source, each of
 * their processes would take twice as long to start, and tests end many of them.
 */
export default async function setup(project: TestProject) {
  holder.bundledPrograms ??= bundle();
  const folder = await holder.bundledPrograms;
  project.provide('bundledPrograms', folder);
  return () => rmSync(folder, { recursive: true, force: true });
}

async function bundle(): Promise<string> {
  // From here, the packages that stay outside are found.
  const cache = path.join(root, 'node_modules/.cache');
  mkdirSync(cache, { recursive: true });
  const outdir = mkdtempSync(path.join(cache, 'test-programs-'));
  // Vitest doesn't tear down a run that is ended by a signal.
  process.once('exit', () => rmSync(outdir, { recursive: true, force: true }));
  await build({
    entryPoints: programs.map((program) => path.join(root, 'lib/server/text-worker', `${program}.ts`)),
    outdir,
    bundle: true,
    splitting: true,
    outExtension: { '.js': '.mjs' },
    format: 'esm',
    platform: 'node',
    target: 'node22',
    packages: 'external',
    logLevel: 'error',
  });
  return outdir;
}
