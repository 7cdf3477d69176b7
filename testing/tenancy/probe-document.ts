import {
  type ArgumentNode,
  type ConstDirectiveNode,
  type DocumentNode,
  type FieldNode,
  type GraphQLOutputType,
  type GraphQLSchema,
  getNamedType,
  isObjectType,
  Kind,
  type ObjectFieldNode,
  type OperationDefinitionNode,
  parse,
  print,
  type ValueNode,
} from 'graphql';
import type { IdSlot } from './id-slots';

const name = (value: string) => ({ kind: Kind.NAME, value }) as const;
const probe = { kind: Kind.VARIABLE, name: name('probe') } as const;

/**
 * A valid call with `$probe` in one of the places that take an id, instead of what was there; nothing else changes.
 * @param query of one operation with one root field
 */
export function probeDocument(
  query: string,
  { path: [arg, ...fields], isList }: Pick<IdSlot, 'path' | 'isList'>,
): string {
  const { operation, field } = onlyField(parse(query));
  const args = field.arguments ?? [];
  const present = args.find((each) => each.name.value === arg);
  const probed: ArgumentNode = {
    kind: Kind.ARGUMENT,
    name: name(arg),
    value: withProbe(present?.value, fields, isList ? { kind: Kind.LIST, values: [probe] } : probe),
  };
  const others = args.filter((each) => each !== present);
  return withField(operation, { ...field, arguments: [...others, probed] });
}

/** A call with its root field changed and `$probe` declared; variables that it no longer uses are omitted. */
function withField(operation: OperationDefinitionNode, field: FieldNode): string {
  const body = print(field);
  const declared = (operation.variableDefinitions ?? []).filter(({ variable }) =>
    new RegExp(`\\$${variable.name.value}\\b`).test(body),
  );
  const directives: ConstDirectiveNode[] = [];
  const type = { kind: Kind.NAMED_TYPE, name: name('ID') } as const;
  const nonNull = { kind: Kind.NON_NULL_TYPE, type } as const;
  return print({
    ...operation,
    variableDefinitions: [
      ...declared,
      { kind: Kind.VARIABLE_DEFINITION, variable: probe, type: nonNull, directives },
    ],
    selectionSet: { kind: Kind.SELECTION_SET, selections: [field] },
  });
}

/** A value with the probe at the end of a path into it; objects on the path that are missing are added. */
function withProbe(value: ValueNode | undefined, [next, ...rest]: string[], probed: ValueNode): ValueNode {
  if (next === undefined) return probed;
  const fields = value?.kind === Kind.OBJECT ? value.fields : [];
  const present = fields.find((each) => each.name.value === next);
  const field: ObjectFieldNode = {
    kind: Kind.OBJECT_FIELD,
    name: name(next),
    value: withProbe(present?.value, rest, probed),
  };
  return { kind: Kind.OBJECT, fields: [...fields.filter((each) => each !== present), field] };
}

/** The depth of the selection: a type may contain itself. */
const DEPTH = 5;

/** A valid call that selects everything that its operation can return. */
export function fullSelectionDocument(schema: GraphQLSchema, query: string): string {
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

/** The one operation of a document and its one root field. */
export function onlyField(document: DocumentNode): { operation: OperationDefinitionNode; field: FieldNode } {
  const [operation] = document.definitions;
  if (operation?.kind !== Kind.OPERATION_DEFINITION) throw new Error('The document holds no operation.');
  const [field] = operation.selectionSet.selections;
  if (field?.kind !== Kind.FIELD) throw new Error('The operation selects no field.');
  return { operation, field };
}
