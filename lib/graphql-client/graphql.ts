import { initGraphQLTada } from 'gql.tada';
import type { introspection } from './schema-types.d.ts';

/**
 * Parses a GraphQL document and types its variables and result from the printed schema.
 * Wrong fields are found by `gql.tada check` (part of `npm run check`), not by tsc.
 */
export const graphql = initGraphQLTada<{
  introspection: introspection;
  scalars: { EpochMillis: string; Date: string; Count: number; JSON: unknown };
}>();

export type { ResultOf, VariablesOf } from 'gql.tada';
