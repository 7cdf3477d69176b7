import { builder } from '@/graphql/builder';

/** Refuses a write if its caller has not seen the current state of the record. */
export const etagArg = builder.args((t) => ({
  etag: t.string({
    description:
      'The `etag` last read: where the record has changed since, CONFLICT. Left out: no such check.',
  }),
}));
