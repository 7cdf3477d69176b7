import { maxAliasesPlugin } from '@escape.tech/graphql-armor-max-aliases';
import { maxDepthPlugin } from '@escape.tech/graphql-armor-max-depth';
import { maxDirectivesPlugin } from '@escape.tech/graphql-armor-max-directives';
import { maxTokensPlugin } from '@escape.tech/graphql-armor-max-tokens';
import { type DocumentNode, GraphQLError, Kind, type SelectionSetNode, visit } from 'graphql';
import type { Plugin } from 'graphql-yoga';
import { documentCost } from '@/graphql/document-cost';
import { limits } from '@/lib/config/limits';

const costLimit: Plugin = {
  onValidate: ({ addValidationRule }) => addValidationRule(documentCost),
};

const { spreads, repetitions } = limits.graphql;

/**
 * Yoga plugin: refuses a document that spreads many fragments, or repeats a field in one selection. Whether fields can be
 * merged is decided for each pair of them, which takes up to hundreds of milliseconds.
 */
const repeatLimits: Plugin = {
  onParse:
    () =>
    ({ result }) => {
      if (result && !(result instanceof Error)) assertFewRepeats(result as DocumentNode);
    },
};

/** @throws GraphQLError */
function assertFewRepeats(document: DocumentNode): void {
  let count = 0;
  visit(document, {
    SelectionSet: assertFewOfEach,
    FragmentSpread: () => {
      count += 1;
      if (count > spreads)
        throw new GraphQLError(
          `A document spreads at most ${spreads} fragments. Split it into several requests.`,
        );
    },
  });
}

function assertFewOfEach({ selections }: SelectionSetNode): void {
  const counts = new Map<string, number>();
  for (const selection of selections) {
    if (selection.kind !== Kind.FIELD) continue;
    const { value } = selection.alias ?? selection.name;
    const count = (counts.get(value) ?? 0) + 1;
    counts.set(value, count);
    if (count > repetitions)
      throw new GraphQLError(
        `A selection repeats a field at most ${repetitions} times: ${value}. Request it once.`,
      );
  }
}

/** Yoga plugins that refuse a document too deep, too long, too costly, or with too many aliases, directives, or repetitions. */
export const documentLimits = [
  maxTokensPlugin({ n: limits.graphql.tokens }),
  repeatLimits,
  maxDepthPlugin({ n: limits.graphql.depth, ignoreIntrospection: false }),
  maxAliasesPlugin({ n: limits.graphql.aliases }),
  maxDirectivesPlugin({ n: limits.graphql.directives }),
  costLimit,
];
