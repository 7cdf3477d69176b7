import { builder } from '@/graphql/builder';

/** The argument by which a write is refused where its caller has not seen the record's present state. */
export const etagArg = builder.args((t) => ({
  etag: t.string({
    description:
      'The `etag` last read: where the record has changed since, CONFLICT. Left out: no such check.',
  }),
}));
