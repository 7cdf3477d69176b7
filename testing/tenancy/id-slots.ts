import {
  type GraphQLInputType,
  type GraphQLSchema,
  getNamedType,
  isInputObjectType,
  isNonNullType,
  isRequiredArgument,
} from 'graphql';

/** A place of the API that takes an id: an argument, or a field of an input. */
export interface IdSlot {
  operation: string;
  /** The argument and, if it is an input, the fields down to the id. */
  path: [string, ...string[]];
  /** Whether a call may leave it out. */
  optional: boolean;
}

/** The depth of the search in inputs: an input may contain itself. */
const DEPTH = 4;

/** Every place of every operation that takes an id, found in the schema, so that a new argument needs no entry. */
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

/** The paths from an input down to the ids in it; an id itself has the empty path. */
function pathsToIds(type: GraphQLInputType, depth: number): string[][] {
  const inner = isNonNullType(type) ? type.ofType : type;
  const named = getNamedType(inner);
  if (named.name === 'ID') return [[]];
  // The ids of a workflow's steps are names that its caller gives them.
  if (!isInputObjectType(named) || named.name === 'StepInput' || depth === 0) return [];
  return Object.values(named.getFields()).flatMap((field) =>
    pathsToIds(field.type, depth - 1).map((rest) => [field.name, ...rest]),
  );
}
