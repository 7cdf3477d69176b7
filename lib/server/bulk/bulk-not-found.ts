import { type AppError, badInput, notFound } from '@/lib/server/errors';
import { idPrefixes } from '@/lib/server/ids';

/** The kinds of records that are mixed up, by the prefix of their ids. */
const kinds: Readonly<Record<string, string>> = {
  [idPrefixes.job]: 'a job',
  [idPrefixes.bulkRun]: 'a bulk job',
  [idPrefixes.batch]: 'a batch',
  row: 'a row of a bulk job',
  [idPrefixes.bulkFile]: 'a bulk file',
  [idPrefixes.batchFile]: 'a file of batches',
  [idPrefixes.file]: 'a file that a step wrote',
  [idPrefixes.callback]: 'a callback',
  [idPrefixes.template]: 'a template',
};

/** Characters of an id that a message quotes. */
const MOST_QUOTED = 60;

/** Records of bulk runs, and the prefixes that their ids may have. */
const expected = {
  'Bulk job': [idPrefixes.bulkRun, idPrefixes.batch],
  'Bulk file': [idPrefixes.bulkFile, idPrefixes.batchFile],
  Batch: [idPrefixes.batch],
  File: [idPrefixes.batchFile],
} as const;

/**
 * The refusal of an id that names no such record. It is the same for an unknown one and one of another account; for the
 * id of another kind, it says what was given.
 */
export function bulkNotFound(thing: keyof typeof expected, id: string): AppError {
  const prefixes: readonly string[] = expected[thing];
  const kind = otherKind(id, prefixes);
  if (kind === null) return notFound(thing);
  const beginnings = prefixes.map((prefix) => `${prefix}_`).join(' or ');
  return notFound(thing, `${kind} The id of a ${thing.toLowerCase()} begins with ${beginnings}.`);
}

/** The refusal of an id that names no row of a run. @param name of the argument */
export function noSuchRow(name: string, id: string): AppError {
  const kind = otherKind(id, ['row']);
  if (kind !== null)
    return badInput({ [name]: `${kind} In ${name}, send ids of rows, which begin with row_.` });
  return badInput({ [name]: `${name} has “${id.slice(0, MOST_QUOTED)}”, which is no row of this run.` });
}

function otherKind(id: string, prefixes: readonly string[]): string | null {
  const prefix = id.slice(0, Math.max(0, id.indexOf('_')));
  const kind = Object.hasOwn(kinds, prefix) && !prefixes.includes(prefix) ? kinds[prefix] : null;
  return kind ? `“${id.slice(0, MOST_QUOTED)}” is the id of ${kind}.` : null;
}
