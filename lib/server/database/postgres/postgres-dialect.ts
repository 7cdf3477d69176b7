import type { Dialect } from '@/lib/server/database/dialect';
import { Prisma } from '@/prisma/generated/prisma/client';

export const postgresDialect: Dialect = {
  name: 'postgresql',
  runsSideBySide: true,
  longAgo: Prisma.sql`'-infinity'::timestamp`,
  never: Prisma.sql`'infinity'::timestamp`,
  forUpdate: Prisma.sql`FOR UPDATE`,
  unplanned: (value) => Prisma.sql`${value}`,
  // Without the number, PostgreSQL takes a list for a hundred, and reads a table of ten thousand rows whole.
  listed: (texts) =>
    Prisma.sql`(SELECT json_array_elements_text(${JSON.stringify(texts)}::json) LIMIT ${texts.length})`,
  contains: (text, part) => Prisma.sql`strpos(${text}, ${part}) > 0`,
  rows: (table, columns, rows) => {
    const objects = rows.map((row) =>
      Object.fromEntries(columns.map((column, index) => [column, row[index]])),
    );
    const names = Prisma.raw(columns.map((column) => `"${column}"`).join(', '));
    // Each value gets the type of its column: enums, dates and numbers alike.
    return Prisma.sql`SELECT ${names}
      FROM json_populate_recordset(NULL::${Prisma.raw(`"${table}"`)}, ${JSON.stringify(objects)}::json)
      LIMIT ${rows.length}`;
  },
  jsonObject: (properties) => {
    const pairs = Object.entries(properties).map(
      ([name, value]) => Prisma.sql`${Prisma.raw(`'${name}'`)}, ${value}`,
    );
    return Prisma.sql`json_build_object(${Prisma.join(pairs)})`;
  },
  jsonArray: (value, order) =>
    Prisma.sql`coalesce(json_agg(${value} ${order ? Prisma.sql`ORDER BY ${order}` : Prisma.empty}), '[]')::text`,
};
