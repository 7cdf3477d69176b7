import { storableJson } from '@/lib/rules/json';
import type { Dialect } from '@/lib/server/database/dialect';
import { LEAST_CUT_METADATA } from '@/lib/server/jobs/ledger/job-search';
import { Prisma } from '@/prisma/generated/prisma/client';

/** A property of metadata, at any level, and its value: a text, or a number, true, false, or null as JSON. */
interface MetadataProperty {
  key: string;
  value: string;
}

/**
 * Whether a job's metadata has a property with this value. It's compared as text: metadata is stored as JSON.stringify
 * writes it, with a backslash before each quote inside a text. The list's index has the folded beginning of metadata. The
 * job itself is read only if the property is there, or may be beyond it.
 */
export function hasMetadata({ contains }: Dialect, { key, value }: MetadataProperty): Prisma.Sql {
  const name = storableJson(key);
  const text = `${name}:${storableJson(value)}`;
  const scalar = scalarOf(value);
  const other = scalar === null ? [] : [`${name}:${scalar}`];
  const whole = [text, ...other.flatMap((start) => [`${start},`, `${start}}`])];
  const own = Prisma.sql`"own"."metadata"`;
  const isThere = whole.flatMap((part) => ['{', ','].map((before) => contains(own, `${before}${part}`)));
  const mayBeThere = [text, ...other].map((part) =>
    contains(Prisma.sql`"searchMetadata"`, longestPlainPart(part)),
  );
  // A subquery that returns a value is asked last, and for the remaining jobs only. Most long metadata lacks the key, so it
  // is searched once.
  return Prisma.sql`(octet_length("searchMetadata") >= ${LEAST_CUT_METADATA} OR ${Prisma.join(mayBeThere, ' OR ')})
    AND (SELECT "own"."id" FROM "Job" AS "own" WHERE "own"."id" = "Job"."id"
      AND ${contains(own, `${name}:`)} AND (${Prisma.join(isThere, ' OR ')})) IS NOT NULL`;
}

/** The value as JSON other than a text; null if it's a text only. */
function scalarOf(value: string): string | null {
  try {
    const parsed: unknown = JSON.parse(value);
    const isScalar = parsed === null || typeof parsed === 'boolean' || Number.isFinite(parsed);
    return isScalar ? JSON.stringify(parsed) : null;
  } catch {
    return null;
  }
}

/** A part that folds alike in all versions: the entries of the oldest jobs have only been turned into lower case. */
const longestPlainPart = (text: string): string =>
  text
    .split(/[^\x20-\x7e]+/)
    .reduce((longest, part) => (part.length > longest.length ? part : longest))
    .toLowerCase();
