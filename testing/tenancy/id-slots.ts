import {
  type GraphQLInputType,
  type GraphQLSchema,
  getNamedType,
  isInputObjectType,
  isListType,
  isNonNullType,
} from 'graphql';

/** A place of the API that takes an id: an argument, or a field of an input. */
export interface IdSlot {
  operation: string;
  /** The argument and, if it is an input, the fields down to the id. */
  path: [string, ...string[]];
  /** Whether a call may leave it out. */
  optional: boolean;
  /** Whether the place takes a list of ids. */
  isList: boolean;
}

/** The depth of the search in inputs: an input may contain itself. */
const DEPTH = 4;

/**
 * Every place of every operation that takes an id, found in the schema, so that a new argument needs no entry. A step's
 * id is a name that the caller gives it.
 */
export function idSlots(schema: GraphQLSchema): IdSlot[] {
  const fields = { ...schema.getQueryType()?.getFields(), ...schema.getMutationType()?.getFields() };
  return Object.values(fields).flatMap(({ name: operation, args }) =>
    args
      .filter(({ name }) => name !== 'fromStep')
      .flatMap((arg) =>
        placesOfIds(arg.type, DEPTH).map(({ rest, ...place }) => ({
          operation,
          path: [arg.name, ...rest] as IdSlot['path'],
          ...place,
        })),
      ),
  );
}

/** The places of ids in an input, with the path down to each; an id itself has the empty path. */
function placesOfIds(
  type: GraphQLInputType,
  depth: number,
): { rest: string[]; optional: boolean; isList: boolean }[] {
  const inner = isNonNullType(type) ? type.ofType : type;
  const named = getNamedType(inner);
  const isList = isListType(inner);
  // A null within a list is refused before anything is looked up.
  if (named.name === 'ID') return [{ rest: [], optional: !isNonNullType(type) && !isList, isList }];
  // The ids of a workflow's steps are names that its caller gives them.
  if (!isInputObjectType(named) || ['StepInput', 'StepChangesInput'].includes(named.name) || depth === 0)
    return [];
  return Object.values(named.getFields()).flatMap((field) =>
    placesOfIds(field.type, depth - 1).map(({ rest, ...place }) => ({
      rest: [field.name, ...rest],
      ...place,
    })),
  );
}
