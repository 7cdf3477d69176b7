import { maxAliasesPlugin } from '@escape.tech/graphql-armor-max-aliases';
import { maxDepthPlugin } from '@escape.tech/graphql-armor-max-depth';
import { maxDirectivesPlugin } from '@escape.tech/graphql-armor-max-directives';
import { maxTokensPlugin } from '@escape.tech/graphql-armor-max-tokens';
import type { Plugin } from 'graphql-yoga';
import { documentCost } from '@/graphql/document-cost';
import { repeatLimits } from '@/graphql/repeat-limits';
import { limits } from '@/lib/config/limits';

const costLimit: Plugin = {
  onValidate: ({ addValidationRule }) => addValidationRule(documentCost),
};

/** Yoga plugins that refuse a document too deep, too long, too costly, or with too many aliases, directives, or repetitions. */
export const documentLimits = [
  maxTokensPlugin({ n: limits.graphql.tokens }),
  repeatLimits,
  maxDepthPlugin({ n: limits.graphql.depth, ignoreIntrospection: false }),
  maxAliasesPlugin({ n: limits.graphql.aliases }),
  maxDirectivesPlugin({ n: limits.graphql.directives }),
  costLimit,
];
