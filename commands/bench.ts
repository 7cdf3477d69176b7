import fs from 'node:fs';
import path from 'node:path';
import { table } from '@/bench/figure';
import { measureParts, partNames } from '@/bench/measure-parts';
import { readArguments, WrongArguments } from '@/scripts/console/arguments.mjs';
import { commandLines } from '@/scripts/console/command-lines.mjs';
import { root } from '@/scripts/project.mjs';

const resultFile = path.join(root, 'test-results', 'bench.json');

/** The parts to run: all, or the one of `--only NAME`. */
function chosenParts(): string[] {
  const { only } = readArguments(commandLines.bench).values;
  if (only === undefined) return partNames;
  if (!partNames.includes(only)) throw new WrongArguments(`There is no part '${only}'.`, commandLines.bench);
  return [only];
}

/**
 * Measures the product. Figures are ratios to a floor of the same run, so that any machine will do. A figure that falls
 * short is marked, but nothing fails.
 */
export default async function bench(): Promise<void> {
  const names = chosenParts();
  const figures = await measureParts(names);
  fs.mkdirSync(path.dirname(resultFile), { recursive: true });
  const result = { at: new Date().toISOString(), node: process.version, figures };
  fs.writeFileSync(resultFile, `${JSON.stringify(result, null, 2)}\n`);
  console.log(`\n${table(figures)}\n\nWritten to ${path.relative(root, resultFile)}.`);
}
