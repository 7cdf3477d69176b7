import fs from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { root } from '@/scripts/project.mjs';
import { tools } from '@/testing/tools/install-tools';
import { areas } from './areas';

/** One small fault. */
export interface Mutant {
  id: string;
  area: string;
  /** Relative to the project's root. */
  file: string;
  /** From 1. */
  line: number;
  /** The kind of change, as Stryker names it: `ConditionalExpression`. */
  kind: string;
  /** The source that replaces the original. */
  replacement: string;
  /** Why a comment in the source leaves it out: `// Stryker disable next-line KIND: reason`. */
  excused?: string;
}

/** The mutants of one run: every file with all its mutants in it, of which one at a time is active. */
export interface Plan {
  /** The sources, by their paths from the root. */
  sources: Record<string, string>;
  mutants: Mutant[];
  /** The paths of the test files of each area. */
  tests: Record<string, string[]>;
}

/** The part of Stryker's instrumenter that is used. */
interface StrykerModule {
  Instrumenter: new (
    logger: object,
  ) => {
    instrument(
      files: { name: string; mutate: true; content: string }[],
      options: { plugins: null; excludedMutations: string[]; ignorers: [] },
    ): Promise<{ files: { name: string; content: string }[]; mutants: StrykerMutant[] }>;
  };
}

interface StrykerMutant {
  id: string;
  fileName: string;
  location: { start: { line: number } };
  mutatorName: string;
  replacement: string;
  status?: string;
  statusReason?: string;
}

/** The files of some patterns, sorted. */
const matching = (patterns: string[]) => fs.globSync(patterns, { cwd: root }).sort();

/** The area of each file that is mutated, by its path from the root. */
export const mutatedFiles = () =>
  new Map(
    Object.entries(areas).flatMap(([area, { sources }]) =>
      matching(sources)
        .filter((file) => !file.endsWith('.test.ts'))
        .map((file) => [file, area] as const),
    ),
  );

/**
 * Makes the mutants of every area.
 * @param only the files to mutate; none for all
 */
export async function planMutants(only: string[]): Promise<Plan> {
  const areaOf = mutatedFiles();
  const files = only.length > 0 ? only : [...areaOf.keys()];
  const { Instrumenter }: StrykerModule = await import(pathToFileURL(tools.instrumenter).href);
  const silent = new Proxy({}, { get: (_, name) => () => !String(name).startsWith('is') && undefined });
  const { files: sources, mutants } = await new Instrumenter(silent).instrument(
    files.map((name) => ({ name, mutate: true, content: fs.readFileSync(path.join(root, name), 'utf8') })),
    { plugins: null, excludedMutations: [], ignorers: [] },
  );
  return {
    sources: Object.fromEntries(sources.map(({ name, content }) => [name, content])),
    mutants: mutants.map(({ id, fileName: file, location, mutatorName: kind, replacement, ...rest }) => ({
      id,
      file,
      kind,
      replacement,
      area: areaOf.get(file) ?? '',
      line: location.start.line + 1,
      ...(rest.status === 'Ignored' && { excused: rest.statusReason ?? 'no reason' }),
    })),
    tests: Object.fromEntries(Object.entries(areas).map(([area, { tests }]) => [area, matching(tests)])),
  };
}
