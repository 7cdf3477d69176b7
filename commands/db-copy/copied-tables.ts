import type pg from 'pg';
import { COPY_PROGRESS } from '@/lib/server/database/postgres/unfinished-copy';

/** How a column's values are written in both databases. */
export type ColumnKind = 'text' | 'integer' | 'bigint' | 'boolean' | 'moment' | 'json' | 'enum' | 'bytes';

export interface CopiedColumn {
  name: string;
  kind: ColumnKind;
  /** PostgreSQL's name of the type, to cast a text to it. */
  type: string;
  /** The values of an enum. */
  choices: string[];
}

export interface CopiedTable {
  name: string;
  columns: CopiedColumn[];
  /** The columns of the primary key, in its order. */
  key: string[];
}

const kinds = new Map<string, ColumnKind>([
  ['text', 'text'],
  ['integer', 'integer'],
  ['bigint', 'bigint'],
  ['boolean', 'boolean'],
  ['timestamp(3) without time zone', 'moment'],
  ['jsonb', 'json'],
  ['bytea', 'bytes'],
]);

const COLUMNS = `
  SELECT c.relname AS "table", a.attname AS "name", format_type(a.atttypid, a.atttypmod) AS "type",
    (SELECT array_agg(e.enumlabel::text) FROM pg_enum e WHERE e.enumtypid = a.atttypid) AS "choices",
    array_position(i.indkey::int2[], a.attnum) AS "keyPlace"
  FROM pg_class c
  JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
  LEFT JOIN pg_index i ON i.indrelid = c.oid AND i.indisprimary
  WHERE c.relnamespace = current_schema()::regnamespace AND c.relkind = 'r' AND c.relpersistence = 'p'
    AND c.relname NOT IN ('_prisma_migrations', '${COPY_PROGRESS}')
  ORDER BY c.relname, a.attnum`;

const REFERENCES = `
  SELECT f.relname AS "from", t.relname AS "to"
  FROM pg_constraint r JOIN pg_class f ON f.oid = r.conrelid JOIN pg_class t ON t.oid = r.confrelid
  WHERE r.contype = 'f' AND r.connamespace = current_schema()::regnamespace`;

interface StoredColumn {
  table: string;
  name: string;
  type: string;
  choices: string[] | null;
  /** From 0; null if it isn't part of the primary key. */
  keyPlace: number | null;
}

/**
 * The tables of a migrated PostgreSQL database, from its catalog, so that none can be forgotten; each after those to
 * which its rows refer. Unlogged tables aren't among them: PostgreSQL alone has them, for what a crash may lose.
 */
export async function copiedTables(target: pg.ClientBase): Promise<CopiedTable[]> {
  const { rows: columns } = await target.query<StoredColumn>(COLUMNS);
  const { rows: references } = await target.query<{ from: string; to: string }>(REFERENCES);
  const waiting = new Map<string, StoredColumn[]>();
  for (const column of columns) waiting.set(column.table, [...(waiting.get(column.table) ?? []), column]);
  const ordered: CopiedTable[] = [];
  while (waiting.size > 0) {
    const ready = [...waiting].filter(([name]) =>
      references.every(({ from, to }) => from !== name || to === name || !waiting.has(to)),
    );
    if (ready.length === 0) throw new Error(`Tables refer to each other: ${[...waiting.keys()].join(', ')}`);
    for (const [name, stored] of ready) {
      waiting.delete(name);
      ordered.push(tableOf(name, stored));
    }
  }
  return ordered;
}

function tableOf(name: string, stored: StoredColumn[]): CopiedTable {
  const key = stored
    .filter(({ keyPlace }) => keyPlace !== null)
    .sort((one, other) => Number(one.keyPlace) - Number(other.keyPlace));
  if (key.length === 0) throw new Error(`The table ${name} has no primary key`);
  return { name, columns: stored.map(columnOf), key: key.map((column) => column.name) };
}

function columnOf({ table, name, type, choices }: StoredColumn): CopiedColumn {
  const kind = choices ? 'enum' : kinds.get(type);
  if (!kind) throw new Error(`No rule to copy ${table}.${name}, whose type is ${type}`);
  return { name, kind, type, choices: choices ?? [] };
}
