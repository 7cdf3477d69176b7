import {
  type ASTVisitor,
  type DocumentNode,
  type FieldNode,
  GraphQLError,
  type GraphQLField,
  type GraphQLNamedType,
  type GraphQLSchema,
  getIntrospectionQuery,
  getNamedType,
  getNullableType,
  isEnumType,
  isInputObjectType,
  isInterfaceType,
  isListType,
  isObjectType,
  Kind,
  type OperationDefinitionNode,
  parse,
  SchemaMetaFieldDef,
  type SelectionSetNode,
  TypeMetaFieldDef,
  TypeNameMetaFieldDef,
  type ValidationContext,
} from 'graphql';
import { limits } from '@/lib/config/limits';

type Field = GraphQLField<unknown, unknown>;
type MaybeType = GraphQLNamedType | null | undefined;

/** The most that a selection may return. */
interface Cost {
  /** Fields, objects and rows, including rows that are only read; introspection included. */
  values: number;
  /** The values of introspection. */
  introspected: number;
  /** How many times the whole schema is requested. */
  schemas: number;
}

/**
 * Validation rule: refuses an operation whose response could contain more than `limits.graphql.values` values, or more
 * of the schema than tools request (all of it, once). It looks at the document alone, so that the verdict can be cached
 * with the parsed document. A list counts with the `limit` in the document, or with the most rows it can have.
 */
export function documentCost(context: ValidationContext): ASTVisitor {
  const schema = context.getSchema();
  return {
    OperationDefinition: (operation) => {
      const refusal = refusalOf(costOf(schema, context.getDocument(), operation), wholeIntrospection(schema));
      if (refusal) context.reportError(new GraphQLError(refusal, { nodes: operation }));
    },
  };
}

function refusalOf({ values, introspected, schemas }: Cost, whole: number): string | null {
  if (schemas > 1) return 'A document can ask for __schema once. Remove the other selections of it.';
  if (introspected > whole)
    return 'This document asks for more about the schema than all of it. Send the introspection query of a GraphQL tool.';
  if (values <= limits.graphql.values) return null;
  return `This document could return ${values > 1e9 ? 'billions of' : Math.ceil(values)} values, and the limit is ${limits.graphql.values}. Write a smaller \`limit\` in it, or send several requests.`;
}

const wholes = new WeakMap<GraphQLSchema, number>();

/** The cost of the largest introspection query that tools send, with every option. */
function wholeIntrospection(schema: GraphQLSchema): number {
  const known = wholes.get(schema);
  if (known !== undefined) return known;
  const document = parse(
    getIntrospectionQuery({
      specifiedByUrl: true,
      directiveIsRepeatable: true,
      schemaDescription: true,
      inputValueDeprecation: true,
      oneOf: true,
    }),
  );
  const [operation] = document.definitions.filter(({ kind }) => kind === Kind.OPERATION_DEFINITION);
  const { values } = costOf(schema, document, operation as OperationDefinitionNode);
  wholes.set(schema, values);
  return values;
}

const metaFields = new Map<string, Field>(
  [SchemaMetaFieldDef, TypeMetaFieldDef, TypeNameMetaFieldDef].map((field) => [field.name, field]),
);

function costOf(schema: GraphQLSchema, document: DocumentNode, operation: OperationDefinitionNode): Cost {
  const meanCounts = meanIntrospectionCounts(schema);
  // Each fragment is read once, however often it is spread. Another rule refuses cycles, so they count as free here.
  const fragments = new Map<string, Cost>();

  const ofFragment = (name: string): Cost => {
    const known = fragments.get(name);
    if (known) return known;
    fragments.set(name, sum([]));
    const fragment = document.definitions.find(
      (definition) => definition.kind === Kind.FRAGMENT_DEFINITION && definition.name.value === name,
    );
    if (fragment?.kind !== Kind.FRAGMENT_DEFINITION) return sum([]);
    const cost = ofSelections(fragment.selectionSet, schema.getType(fragment.typeCondition.name.value));
    fragments.set(name, cost);
    return cost;
  };
  const ofField = (node: FieldNode, parent: MaybeType): Cost => {
    const field = metaFields.get(node.name.value) ?? fieldsOf(parent)[node.name.value];
    // Another rule refuses a field that isn't there.
    if (!field) return sum([]);
    const inner = ofSelections(node.selectionSet, getNamedType(field.type));
    const count = meanCounts.get(`${parent?.name}.${field.name}`) ?? mostRows(field, node);
    const values = count * (valuesOf(field) + inner.values);
    const isIntrospection = field === SchemaMetaFieldDef || field === TypeMetaFieldDef;
    return {
      values,
      introspected: isIntrospection ? values : inner.introspected,
      schemas: inner.schemas + (field === SchemaMetaFieldDef ? 1 : 0),
    };
  };
  const ofSelections = (set: SelectionSetNode | undefined, type: MaybeType): Cost =>
    sum(
      (set?.selections ?? []).map((selection) => {
        if (selection.kind === Kind.FIELD) return ofField(selection, type);
        if (selection.kind === Kind.FRAGMENT_SPREAD) return ofFragment(selection.name.value);
        const { typeCondition, selectionSet } = selection;
        return ofSelections(selectionSet, typeCondition ? schema.getType(typeCondition.name.value) : type);
      }),
    );
  return ofSelections(operation.selectionSet, schema.getRootType(operation.operation));
}

const sum = (costs: Cost[]): Cost => ({
  values: costs.reduce((total, { values }) => total + values, 0),
  introspected: costs.reduce((total, { introspected }) => total + introspected, 0),
  schemas: costs.reduce((total, { schemas }) => total + schemas, 0),
});

/** How many values one value of the field counts as: JSON contains many, and rows may be read for it. */
const valuesOf = ({ type, extensions }: Field): number =>
  (getNamedType(type).name === 'JSON' ? limits.graphql.valuesOfJson : 1) +
  (typeof extensions.rowsRead === 'number' ? extensions.rowsRead : 0);

/** The rows that a field may return: 1 unless it is a list. */
function mostRows({ type, args, extensions }: Field, node: FieldNode): number {
  if (!isListType(getNullableType(type))) return 1;
  const most = typeof extensions.rows === 'number' ? extensions.rows : limits.list.max;
  const limit = args.some(({ name }) => name === 'limit')
    ? node.arguments?.find(({ name }) => name.value === 'limit')?.value
    : undefined;
  return limit?.kind === Kind.INT ? Math.min(Math.max(Number(limit.value), 1), most) : most;
}

function fieldsOf(type: MaybeType): Record<string, Field> {
  return isObjectType(type) || isInterfaceType(type) ? type.getFields() : {};
}

/** The mean number of values per introspection field in this schema, by type and field. */
function meanIntrospectionCounts(schema: GraphQLSchema): Map<string, number> {
  const types = Object.values(schema.getTypeMap());
  const fields = types.flatMap((type) => Object.values(fieldsOf(type)));
  const total = (counts: number[]) => counts.reduce((all, count) => all + count, 0);
  const inputFields = types.filter(isInputObjectType).map((type) => Object.keys(type.getFields()).length);
  const enumValues = types.filter(isEnumType).map((type) => type.getValues().length);
  return new Map([
    ['__Schema.types', types.length],
    ['__Schema.directives', schema.getDirectives().length],
    ['__Directive.args', 1],
    ['__Directive.locations', 4],
    ['__Type.fields', fields.length / types.length],
    ['__Field.args', total(fields.map(({ args }) => args.length)) / fields.length],
    ['__Type.inputFields', total(inputFields) / types.length],
    ['__Type.enumValues', total(enumValues) / types.length],
    ['__Type.interfaces', 1],
    ['__Type.possibleTypes', 1],
    // Tools nest it nine deep, but a type has at most a few wrappers: lists and non-nulls.
    ['__Type.ofType', 0.5],
  ]);
}
