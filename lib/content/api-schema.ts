import { readFileSync } from 'node:fs';
import path from 'node:path';
import {
  buildSchema,
  type GraphQLField,
  type GraphQLNamedType,
  type GraphQLSchema,
  isEnumType,
  isInputObjectType,
  isObjectType,
} from 'graphql';
import type { Access } from '@/lib/config/access';

/** A field, argument or enum value as the reference shows it. */
export interface ReferenceField {
  name: string;
  /** As the schema's language writes it; '' for an enum value. */
  type: string;
  description: string;
}

interface ReferenceOperation {
  kind: 'query' | 'mutation';
  name: string;
  access: Access | 'anyone';
  description: string;
  returns: string;
  args: ReferenceField[];
}

const printed = (name: string) => readFileSync(path.join(process.cwd(), 'graphql', name), 'utf8');
let schema: GraphQLSchema | undefined;

/** The API's schema as it is committed. */
export function apiSchema(): GraphQLSchema {
  schema ??= buildSchema(printed('schema.graphql'));
  return schema;
}

/** The names of all operations there are. */
export function listOperations(): string[] {
  return Object.keys(JSON.parse(printed('access.json')));
}

/** @throws Error if the API has no such operation */
export function findOperation(name: string): ReferenceOperation {
  const query = apiSchema().getQueryType()?.getFields()[name];
  const field = query ?? apiSchema().getMutationType()?.getFields()[name];
  if (!field) throw new Error(`The API has no operation '${name}'.`);
  return {
    kind: query ? 'query' : 'mutation',
    name,
    access: JSON.parse(printed('access.json'))[name],
    description: field.description ?? '',
    returns: String(field.type),
    args: argsOf(field),
  };
}

const argsOf = (field: GraphQLField<unknown, unknown>) => field.args.map(fieldOf);

/** The fields of an object or input, or the values of an enum. @throws Error for any other type */
export function fieldsOfType(name: string): ReferenceField[] {
  const type: GraphQLNamedType | undefined = apiSchema().getType(name);
  if (isObjectType(type) || isInputObjectType(type)) return Object.values(type.getFields()).map(fieldOf);
  if (isEnumType(type))
    return type
      .getValues()
      .map((value) => ({ name: value.name, type: '', description: value.description ?? '' }));
  throw new Error(`The API has no object, input or enum '${name}'.`);
}

const fieldOf = (field: { name: string; type: unknown; description?: string | null | undefined }) => ({
  name: field.name,
  type: String(field.type),
  description: field.description ?? '',
});
