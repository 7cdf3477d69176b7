import { builder } from '@/graphql/builder';

/** The argument `etag`: a write fails with CONFLICT if the record has changed since it was read. */
export const etagArg = builder.args((t) => ({
  etag: t.string({
    description:
      'The `etag` last read: if the record has changed since, the call fails with CONFLICT. Without it, there is no check.',
  }),
}));
