import fc from 'fast-check';
import {
  type GraphQLArgument,
  type GraphQLField,
  type GraphQLObjectType,
  getNamedType,
  isEnumType,
  isObjectType,
  isRequiredArgument,
} from 'graphql';
import { inputValues } from './input-values';

/** An argument of a call, and how it is written. */
export interface ArgumentPlan {
  name: string;
  /** As the schema writes it, e.g. `ID!`. */
  type: string;
  value: unknown;
  enumeration: boolean;
  as: 'literal' | 'variable' | 'variable of a wrong type' | 'undeclared variable';
}

/** A field of a document that is yet to be printed (print-plan.ts). */
export interface FieldPlan {
  name: string;
  alias: string | null;
  args: ArgumentPlan[];
  directive: string | null;
  within: 'nothing' | 'inline fragment' | 'named fragment' | 'fragment of a wrong type';
  parent: string;
  selection: FieldPlan[];
}

type Field = GraphQLField<unknown, unknown>;

const rarely = <T, U>(usual: T, odd: fc.Arbitrary<U>, weight = 60): fc.Arbitrary<T | U> =>
  fc.oneof({ weight, arbitrary: fc.constant(usual) }, { weight: 1, arbitrary: odd });

const wrongNames = fc.constantFrom(
  'pasword',
  '__proto__',
  'constructor',
  'toString',
  '__typename',
  'id',
  '_',
);

const directives = fc.constantFrom(
  '@include(if: true)',
  '@skip(if: false)',
  '@skip(if: "yes")',
  '@include',
  '@deprecated',
  '@defer',
  '@unknown(a: 1)',
  '@include(if: true) @include(if: false)',
);

function argumentPlan(arg: GraphQLArgument): fc.Arbitrary<ArgumentPlan> {
  return fc.record({
    name: rarely(arg.name, wrongNames, 200),
    type: fc.constant(String(arg.type)),
    value: inputValues(arg.type, arg.name),
    enumeration: fc.constant(isEnumType(getNamedType(arg.type))),
    as: fc.oneof(
      { weight: 20, arbitrary: fc.constant('literal' as const) },
      { weight: 60, arbitrary: fc.constant('variable' as const) },
      {
        weight: 1,
        arbitrary: fc.constantFrom('variable of a wrong type' as const, 'undeclared variable' as const),
      },
    ),
  });
}

/** Required arguments are there almost always, others now and then. */
function argumentPlans(args: readonly GraphQLArgument[]): fc.Arbitrary<ArgumentPlan[]> {
  const each = args.map((arg) =>
    fc.option(argumentPlan(arg), { nil: null, freq: isRequiredArgument(arg) ? 30 : 1 }),
  );
  return fc.tuple(...each).map((plans) => plans.filter((plan) => plan !== null));
}

/**
 * Calls of one field, with what they select.
 * @param depth how many levels the selection may have
 */
export function fieldPlan(parent: GraphQLObjectType, field: Field, depth: number): fc.Arbitrary<FieldPlan> {
  const type = getNamedType(field.type);
  return fc.record({
    name: rarely(field.name, wrongNames, 150),
    alias: fc.option(fc.constantFrom('a', 'b', 'id', '__proto__', 'x'.repeat(200)), { nil: null, freq: 1 }),
    args: argumentPlans(field.args),
    directive: rarely(null, directives, 40),
    within: fc.oneof(
      { weight: 12, arbitrary: fc.constant('nothing' as const) },
      {
        weight: 2,
        arbitrary: fc.constantFrom('inline fragment' as const, 'named fragment' as const),
      },
      {
        weight: 1,
        arbitrary: rarely('nothing' as const, fc.constant('fragment of a wrong type' as const), 5),
      },
    ),
    parent: fc.constant(parent.name),
    selection: isObjectType(type)
      ? selectionPlan(type, depth - 1)
      : rarely([], fc.constant([leaf(parent)]), 60),
  });
}

/** One to four of a type's fields; at the last level those that select nothing. */
function selectionPlan(type: GraphQLObjectType, depth: number): fc.Arbitrary<FieldPlan[]> {
  const fields = Object.values(type.getFields()).filter(
    (field) => depth > 0 || !isObjectType(getNamedType(field.type)),
  );
  return fc.array(fc.oneof(...fields.map((field) => fieldPlan(type, field, depth))), {
    minLength: 1,
    maxLength: 4,
  });
}

const leaf = (parent: GraphQLObjectType): FieldPlan => ({
  name: 'id',
  alias: null,
  args: [],
  directive: null,
  within: 'nothing',
  parent: parent.name,
  selection: [],
});
