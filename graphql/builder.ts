import SchemaBuilder from '@pothos/core';
import ScopeAuthPlugin from '@pothos/plugin-scope-auth';
import type { GraphqlContext } from '@/graphql/context';
import { type Access, allows } from '@/lib/config/access';
import { refusal, type Viewer } from '@/lib/server/auth/viewer';

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
      access: (needed) => viewer !== null && allows(viewer, needed),
    }),
    unauthorizedError: (_parent, { viewer }) => refusal(viewer),
  },
});

builder.queryType({});
builder.mutationType({});
