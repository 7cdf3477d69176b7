import fs from 'node:fs';
import path from 'node:path';
import { table } from '@/bench/figure';
import { measureParts, partNames } from '@/bench/measure-parts';
import { Stop } from '@/scripts/console/stop.mjs';
import { root } from '@/scripts/project.mjs';

const resultFile = path.join(root, 'test-results', 'bench.json');

/** Returns the parts to run: all, or the one of `--only NAME`. */
function chosenParts(args: string[]): string[] {
  if (args.length === 0) return partNames;
  const [flag, name = '', ...rest] = args.flatMap((arg) => arg.split('='));
  if (flag !== '--only' || !partNames.includes(name) || rest.length > 0)
    throw new Stop(
      `Usage: npm run bench, or npm run bench -- --only NAME, where NAME is ${partNames.join(', ')}.`,
    );
  return [name];
}

/**
 * Measures the product. Figures are ratios to a floor of the same run, so that any machine will do. A figure that falls
 * short is marked, but nothing fails.
 */
export default async function bench(): Promise<void> {
  const names = chosenParts(process.argv.slice(2));
  const figures = await measureParts(names);
  fs.mkdirSync(path.dirname(resultFile), { recursive: true });
  const result = { at: new Date().toISOString(), node: process.version, figures };
  fs.writeFileSync(resultFile, `${JSON.stringify(result, null, 2)}\n`);
  console.log(`\n${table(figures)}\n\nWritten to ${path.relative(root, resultFile)}.`);
}
