import fs from 'node:fs';
import path from 'node:path';
import { models } from '@/lib/config/models';
import { type Catalog, openCatalog } from '@/lib/engine/models/catalog';
import { extendModels } from '@/lib/server/models/extend-models';
import { Stop } from '@/scripts/console/stop.mjs';
import { root } from '@/scripts/project.mjs';

const MOST_BYTES = 1024 * 1024;
/** So many problems are printed; a file that has more is likely another file. */
const MOST_PROBLEMS = 20;

/**
 * The catalog of this process: the product's, extended or overridden by a models file.
 * @param modelsFile its path, from the project folder if it's relative; empty if there is none
 * @throws Stop with a sentence for each problem
 */
export function readCatalog(modelsFile: string): Catalog {
  if (!modelsFile) return openCatalog(models);
  const file = path.resolve(root, modelsFile);
  const extended = extendModels(models, parsed(file));
  if (!extended.problems) return openCatalog(extended.models);
  const { problems } = extended;
  const more = problems.length - MOST_PROBLEMS;
  throw new Stop(
    [
      `The models file ${file} is wrong:`,
      ...problems.slice(0, MOST_PROBLEMS).map((problem) => `  ${problem}`),
      ...(more > 0 ? [`  There are ${more} more problems.`] : []),
      'See MODELS_FILE in .env.example.',
    ].join('\n'),
  );
}

/** @throws Stop if it can't be read, is too large, or isn't JSON */
function parsed(file: string): unknown {
  const text = textOf(file);
  try {
    return JSON.parse(text);
  } catch (error) {
    // The message itself quotes the file, which may be another one with secrets in it.
    const place = /position \d+/.exec((error as Error).message)?.[0];
    throw new Stop(`The models file ${file} isn't valid JSON${place ? ` (${place})` : ''}.`);
  }
}

function textOf(file: string): string {
  let stats: fs.Stats;
  try {
    stats = fs.statSync(file);
    if (stats.isFile() && stats.size <= MOST_BYTES) return fs.readFileSync(file, 'utf8');
  } catch (error) {
    throw new Stop(`The models file ${file} can't be read: ${(error as Error).message}`);
  }
  throw new Stop(
    stats.isFile()
      ? `The models file ${file} has ${stats.size} bytes, and at most 1 MiB is possible.`
      : `The models file ${file} isn't a file.`,
  );
}
