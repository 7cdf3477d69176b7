import '@/graphql/scalars';
import '@/graphql/account/account.mutations';
import '@/graphql/account/account.queries';
import '@/graphql/api-keys/api-keys.mutations';
import '@/graphql/api-keys/api-keys.queries';
import '@/graphql/audit/audit.queries';
import '@/graphql/auth/auth.mutations';
import '@/graphql/auth/auth.queries';
import '@/graphql/billing/billing.mutations';
import '@/graphql/billing/billing.queries';
import '@/graphql/usage/usage.queries';
import '@/graphql/users/users.mutations';
import '@/graphql/users/users.queries';
import '@/graphql/workflows/workflows.mutations';
import '@/graphql/workflows/workflows.queries';
import { builder } from '@/graphql/builder';
import { inFairTurns } from '@/graphql/fair-turns';

/** The whole API, loaded from the domain folders. */
export const schema = inFairTurns(builder.toSchema());
