import { Prisma } from '@/prisma/generated/prisma/client';

/** A query that comes as a template or as a whole. */
export const sqlOf = (query: TemplateStringsArray | Prisma.Sql, values: unknown[]): Prisma.Sql =>
  'raw' in query ? Prisma.sql(query, ...values) : query;
