import { builder } from '@/graphql/builder';

/** The paging arguments that every growing list takes. */
export const pageArgs = builder.args((t) => ({
  limit: t.int({ description: 'How many rows, 1 to 1,000; default: the newest 1,000.' }),
  after: t.id({ description: 'The id of a row of the list: answer those that follow it (older ones).' }),
  before: t.id({ description: 'The id of a row of the list: answer those just above it (newer ones).' }),
}));

interface PageArgs {
  limit?: number | null;
  after?: string | null;
  before?: string | null;
}

/** Splits a list's arguments into its page and its filters. */
export function partPage<A extends PageArgs>({ limit, after, before, ...filters }: A) {
  return { page: { limit, after, before }, ...filters };
}

/** The argument `etag`: a write fails with CONFLICT if the record has changed since it was read. */
export const etagArg = builder.args((t) => ({
  etag: t.string({
    description:
      'The `etag` last read: if the record has changed since, the call fails with CONFLICT. Without it, there is no check.',
  }),
}));
