import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { type Figure, table } from '@/bench/figure';
import { measureParts, partNames } from '@/bench/measure-parts';
import { readArguments, WrongArguments } from '@/scripts/console/arguments.mjs';
import { commandLines } from '@/scripts/console/command-lines.mjs';
import { root } from '@/scripts/project.mjs';

const landingFile = 'components/site/landing/bench-figures.json';
const resultFile = path.join(root, 'test-results', 'bench.json');

/** The parts to run: all, or those of `--only NAME,…`. */
function chosenParts(only: string | undefined): string[] {
  if (only === undefined) return partNames;
  const names = only.split(',');
  const unknown = names.find((name) => !partNames.includes(name));
  if (unknown !== undefined) throw new WrongArguments(`There is no part '${unknown}'.`, commandLines.bench);
  return names;
}

/**
 * Measures the product. Figures are ratios to a floor of the same run, so that any machine will do. A figure that falls
 * short is marked, but nothing fails.
 */
export default async function bench(): Promise<void> {
  const { only, publish } = readArguments(commandLines.bench).values;
  const names = chosenParts(only);
  const figures = await measureParts(names);
  fs.mkdirSync(path.dirname(resultFile), { recursive: true });
  const result = { at: new Date().toISOString(), node: process.version, figures };
  fs.writeFileSync(resultFile, `${JSON.stringify(result, null, 2)}\n`);
  if (publish) publishFigures(figures);
  console.log(`\n${table(figures)}\n\nWritten to ${path.relative(root, resultFile)}.`);
}

/** Replaces the landing page's figures that were measured, and leaves the others. */
function publishFigures(figures: readonly Figure[]): void {
  const place = path.join(root, landingFile);
  const earlier: { label: string }[] = JSON.parse(fs.readFileSync(place, 'utf8'));
  const measuredOn = new Date().toISOString().slice(0, 10);
  const measured = figures.flatMap(({ landing: label, measured: value, unit }) =>
    label ? [{ label, value, unit, measuredOn, cores: os.availableParallelism() }] : [],
  );
  const others = earlier.filter(({ label }) => !measured.some((one) => one.label === label));
  fs.writeFileSync(place, `${JSON.stringify([...others, ...measured], null, 2)}\n`);
}
