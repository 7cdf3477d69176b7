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
interface ArgumentPlan {
  name: string;
  /** As the schema writes it, e.g. `ID!`. */
  type: string;
  value: unknown;
  enumeration: boolean;
  as: 'literal' | 'variable' | 'variable of a wrong type' | 'undeclared variable';
}

/** A field of a document, before it is printed. */
interface FieldPlan {
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

/** Required arguments are almost always present, others sometimes. */
function argumentPlans(args: readonly GraphQLArgument[]): fc.Arbitrary<ArgumentPlan[]> {
  const each = args.map((arg) =>
    fc.option(argumentPlan(arg), { nil: null, freq: isRequiredArgument(arg) ? 30 : 1 }),
  );
  return fc.tuple(...each).map((plans) => plans.filter((plan) => plan !== null));
}

/**
 * Calls of one field, with their selections.
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

/** One to four of a type's fields; at the last level only fields without a selection. */
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

/** A document with its variables, as a request carries them. */
export interface FuzzCall {
  query: string;
  variables: Record<string, unknown>;
}

/** Prints a document: names its variables and fragments, and puts each value where its plan says. */
export function printPlan(operation: 'query' | 'mutation', fields: readonly FieldPlan[]): FuzzCall {
  const variables: Record<string, unknown> = {};
  const declarations: string[] = [];
  const fragments: string[] = [];

  const argument = ({ name, type, value, enumeration, as }: ArgumentPlan) => {
    if (as === 'literal') return `${name}: ${literal(value, enumeration)}`;
    const variable = `v${declarations.length}`;
    if (as === 'undeclared variable') return `${name}: $undeclared`;
    declarations.push(`$${variable}: ${as === 'variable' ? type : '[Boolean!]'}`);
    variables[variable] = value;
    return `${name}: $${variable}`;
  };

  const field = ({ name, alias, args, directive, within, parent, selection }: FieldPlan): string => {
    const written = args.map(argument);
    const text = [
      alias ? `${alias}: ${name}` : name,
      written.length > 0 ? `(${written.join(', ')})` : '',
      directive ?? '',
      selection.length > 0 ? `{ ${selection.map(field).join(' ')} }` : '',
    ].join(' ');
    if (within === 'inline fragment') return `... on ${parent} { ${text} }`;
    if (within === 'fragment of a wrong type') return `... on Invoice { ${text} }`;
    if (within === 'nothing') return text;
    fragments.push(`fragment F${fragments.length} on ${parent} { ${text} }`);
    return `...F${fragments.length - 1}`;
  };

  const body = `{ ${fields.map(field).join(' ')} }`;
  const head = declarations.length > 0 ? `${operation} (${declarations.join(', ')})` : operation;
  return { query: [`${head} ${body}`, ...fragments].join('\n'), variables };
}

function literal(value: unknown, enumeration: boolean): string {
  if (enumeration && typeof value === 'string' && /^\w+$/.test(value)) return value;
  if (Array.isArray(value)) return `[${value.map((each) => literal(each, false)).join(', ')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const fields = Object.entries(value).map(([key, each]) => `${key}: ${literal(each, false)}`);
  return `{${fields.join(', ')}}`;
}
