import {
  type GraphQLOutputType,
  type GraphQLSchema,
  getNamedType,
  isObjectType,
  parse,
  print,
} from 'graphql';
import { onlyField } from './probe-document';

/** How deep an answer is asked for; a type may hold itself. */
const DEPTH = 5;

/** A legal call that asks for everything its operation can answer. */
export function wholeAnswerDocument(schema: GraphQLSchema, query: string): string {
  const { operation, field } = onlyField(parse(query));
  const root = operation.operation === 'query' ? schema.getQueryType() : schema.getMutationType();
  const type = root?.getFields()[field.name.value]?.type;
  if (!type) throw new Error(`The schema has no ${field.name.value}.`);
  const { selectionSet: _, ...call } = field;
  const head = print({
    ...operation,
    selectionSet: { kind: operation.selectionSet.kind, selections: [call] },
  });
  return head.replace(/\}\s*$/, `${everything(type, DEPTH)} }`);
}

function everything(output: GraphQLOutputType, depth: number): string {
  const type = getNamedType(output);
  if (!isObjectType(type)) return '';
  const parts = Object.values(type.getFields()).flatMap(({ name, type: inner, args }) => {
    if (args.length > 0 || (depth === 1 && isObjectType(getNamedType(inner)))) return [];
    return [`${name} ${everything(inner, depth - 1)}`];
  });
  return `{ ${parts.join(' ')} }`;
}
