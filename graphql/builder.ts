import SchemaBuilder from '@pothos/core';
import ScopeAuthPlugin from '@pothos/plugin-scope-auth';
import type { GraphqlContext } from '@/graphql/graphql-context';
import type { UploadedFile } from '@/graphql/uploads';
import type { Access } from '@/lib/config/access';
import { authorize, type Viewer } from '@/lib/server/auth/viewer';

/**
 * The schema builder. Each root field declares who may call it: `t.withAuth({ access })`, which guarantees a viewer,
 * or `authScopes: { anyone: true }`. A field without a declaration fails a test.
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
    Upload: { Input: UploadedFile; Output: never };
  };
}>({
  plugins: [ScopeAuthPlugin],
  defaultFieldNullability: false,
  scopeAuth: {
    authScopes: ({ viewer }) => ({
      anyone: true,
      // Throws the same error as the rules, so that the message is the same wherever a caller is refused.
      access: (needed) => {
        authorize(viewer, needed);
        return true;
      },
    }),
  },
});

builder.queryType({});
builder.mutationType({});
