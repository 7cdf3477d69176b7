import fs from 'node:fs';
import {
  type FragmentDefinitionNode,
  Kind,
  type OperationDefinitionNode,
  parse,
  validate,
  visit,
} from 'graphql';
import { expect, test } from 'vitest';
import { documentCost } from '@/graphql/document-cost';
import { schema } from '@/graphql/schema';

/** The definitions of all documents that the site sends, read from its source. */
const definitions = fs
  .globSync(['components/**/*.ts', 'components/**/*.tsx', 'lib/graphql-client/*.ts'])
  .filter((file) => !file.includes('.test.'))
  .flatMap((file) => [...fs.readFileSync(file, 'utf8').matchAll(/\bgraphql\(\s*`([^`]+)`/g)])
  .flatMap(([, text = '']) => parse(text).definitions);
const fragments = new Map(
  definitions
    .filter((definition) => definition.kind === Kind.FRAGMENT_DEFINITION)
    .map((fragment) => [fragment.name.value, fragment]),
);
const operations = definitions.filter((definition) => definition.kind === Kind.OPERATION_DEFINITION);

/** The fragments that a definition spreads, and theirs. */
function spreadIn(
  definition: OperationDefinitionNode | FragmentDefinitionNode,
  found = new Set<FragmentDefinitionNode>(),
): Set<FragmentDefinitionNode> {
  visit(definition, {
    FragmentSpread: ({ name }) => {
      const fragment = fragments.get(name.value);
      if (!fragment || found.has(fragment)) return;
      found.add(fragment);
      spreadIn(fragment, found);
    },
  });
  return found;
}

test('there are documents', () => expect(operations.length).toBeGreaterThan(80));

test.each(operations.map((operation) => [operation.name?.value ?? '', operation] as const))(
  "the site's document %s is within the limit of values",
  (_name, operation) => {
    const document = { kind: Kind.DOCUMENT, definitions: [operation, ...spreadIn(operation)] } as const;
    expect(validate(schema, document, [documentCost]).map(({ message }) => message)).toEqual([]);
  },
);
