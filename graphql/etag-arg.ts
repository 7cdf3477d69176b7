import { builder } from '@/graphql/builder';

/** The argument `etag`: a write fails with CONFLICT if the record has changed since it was read. */
export const etagArg = builder.args((t) => ({
  etag: t.string({
    description:
      'The `etag` last read: where the record has changed since, CONFLICT. Left out: no such check.',
  }),
}));
