import SchemaBuilder from '@pothos/core';
import ScopeAuthPlugin from '@pothos/plugin-scope-auth';
import type { GraphqlContext } from '@/graphql/context';
import type { Access } from '@/lib/config/access';
import { authorize, type Viewer } from '@/lib/server/auth/viewer';

/**
 * The schema builder. Each root field says who may call it: `t.withAuth({ access })`, after which the viewer is
 * there, or `authScopes: { anyone: true }`. A field without a declaration fails a test.
 */
export const builder = new SchemaBuilder<{
  Context: GraphqlContext;
  DefaultFieldNullability: false;
  AuthScopes: { anyone: boolean; access: Access };
  AuthContexts: { access: GraphqlContext & { viewer: Viewer } };
  Scalars: {
    ID: { Input: string; Output: string };
    EpochMillis: { Input: never; Output: Date };
    Date: { Input: string; Output: string };
    Count: { Input: number; Output: number };
    JSON: { Input: unknown; Output: unknown };
  };
}>({
  plugins: [ScopeAuthPlugin],
  defaultFieldNullability: false,
  scopeAuth: {
    authScopes: ({ viewer }) => ({
      anyone: true,
      // Throws what the rules throw, so that a caller reads the same sentence wherever it is refused.
      access: (needed) => {
        authorize(viewer, needed);
        return true;
      },
    }),
  },
});

builder.queryType({});
builder.mutationType({});
