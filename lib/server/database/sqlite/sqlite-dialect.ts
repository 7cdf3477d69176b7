import type { Dialect, RowValue } from '@/lib/server/database/dialect';
import { Prisma } from '@/prisma/generated/prisma/client';

/** SQLite stores dates as milliseconds since 1970. */
const stored = (value: RowValue) => (value instanceof Date ? value.getTime() : value);

export const sqliteDialect: Dialect = {
  name: 'sqlite',
  runsSideBySide: false,
  longAgo: Prisma.sql`0`,
  never: Prisma.sql`8640000000000000`,
  forUpdate: Prisma.empty,
  unplanned: (value) => Prisma.sql`+${stored(value)}`,
  listed: (texts) => Prisma.sql`(SELECT "value" FROM json_each(${JSON.stringify(texts)}))`,
  contains: (text, part) => Prisma.sql`instr(${text}, ${part}) > 0`,
  rows: (_table, columns, rows) => {
    const values = Prisma.raw(columns.map((column, index) => `value ->> ${index} AS "${column}"`).join(', '));
    // WHERE true: without it SQLite reads ON CONFLICT as the ON of a join.
    return Prisma.sql`SELECT ${values} FROM json_each(${JSON.stringify(rows.map((row) => row.map(stored)))}) WHERE true`;
  },
  jsonObject: (properties) => {
    const pairs = Object.entries(properties).map(
      ([name, value]) => Prisma.sql`${Prisma.raw(`'${name}'`)}, ${value}`,
    );
    return Prisma.sql`json_object(${Prisma.join(pairs)})`;
  },
  jsonArray: (value, order) =>
    Prisma.sql`json_group_array(${value} ${order ? Prisma.sql`ORDER BY ${order}` : Prisma.empty})`,
};
