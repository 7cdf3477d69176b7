import {
  type GraphQLInputType,
  type GraphQLSchema,
  getNamedType,
  isInputObjectType,
  isNonNullType,
  isRequiredArgument,
} from 'graphql';

/** A place of the API that takes an id: an argument, or a field within an input. */
export interface IdSlot {
  operation: string;
  /** The argument and, where it is an input, the fields down to the id. */
  path: [string, ...string[]];
  /** Whether a call may leave it out. */
  optional: boolean;
}

/** How deep inputs are looked into; an input may hold itself. */
const DEPTH = 4;

/** Every place of every operation that takes an id, found in the schema: a new argument needs no entry anywhere. */
export function idSlots(schema: GraphQLSchema): IdSlot[] {
  const fields = { ...schema.getQueryType()?.getFields(), ...schema.getMutationType()?.getFields() };
  return Object.values(fields).flatMap(({ name: operation, args }) =>
    args.flatMap((arg) =>
      pathsToIds(arg.type, DEPTH).map((rest) => ({
        operation,
        path: [arg.name, ...rest] as IdSlot['path'],
        optional: rest.length > 0 || !isRequiredArgument(arg),
      })),
    ),
  );
}

/** The ways down from an input to the ids in it; an id itself is the empty way. */
function pathsToIds(type: GraphQLInputType, depth: number): string[][] {
  const inner = isNonNullType(type) ? type.ofType : type;
  const named = getNamedType(inner);
  if (named.name === 'ID') return [[]];
  if (!isInputObjectType(named) || depth === 0) return [];
  return Object.values(named.getFields()).flatMap((field) =>
    pathsToIds(field.type, depth - 1).map((rest) => [field.name, ...rest]),
  );
}
