import { Kind, type OperationDefinitionNode, parse, type TypeNode } from 'graphql';
import type { SampleRequest } from '@/lib/format/request-code';
import { apiSchema } from './api-schema';

/**
 * Reads a request, so that it can be written in other languages.
 *
 * @param variables JSON, if the page prints them; otherwise the required ones are an ellipsis, for readers to fill in
 * @returns undefined for a signature, or for an operation that the API doesn't have
 */
export function readRequest(document: string, variables?: string): SampleRequest | undefined {
  const operation = operationOf(document);
  const fields = operation?.selectionSet.selections.map((field) =>
    field.kind === Kind.FIELD ? field.name.value : '',
  );
  if (!operation || !fields?.every((field) => isInApi(operation.operation, field))) return undefined;
  const given = variables ?? placeholders(operation);
  return {
    document: document.trim(),
    variables: given.trim(),
    kind:
      operation.operation === 'subscription'
        ? 'stream'
        : /:\s*Upload\b/.test(document) && given && JSON.parse(given).file === null
          ? 'file'
          : 'json',
    needsToken: !fields.includes('signIn'),
  };
}

function operationOf(document: string): OperationDefinitionNode | undefined {
  try {
    const [operation, ...others] = parse(document).definitions;
    return operation?.kind === Kind.OPERATION_DEFINITION && others.length === 0 ? operation : undefined;
  } catch {
    return undefined;
  }
}

function isInApi(operation: OperationDefinitionNode['operation'], field: string): boolean {
  const schema = apiSchema();
  const root = {
    query: schema.getQueryType(),
    mutation: schema.getMutationType(),
    subscription: schema.getSubscriptionType(),
  }[operation];
  return field in (root?.getFields() ?? {});
}

function placeholders({ variableDefinitions = [] }: OperationDefinitionNode): string {
  const required = variableDefinitions.flatMap(({ variable, type }) =>
    type.kind === Kind.NON_NULL_TYPE ? [[variable.name.value, placeholder(type.type)]] : [],
  );
  if (required.length === 0) return '';
  return JSON.stringify(Object.fromEntries(required), null, 1).replaceAll(/\n\s*/g, ' ');
}

const placeholder = (type: TypeNode) => (type.kind === Kind.LIST_TYPE ? ['…'] : '…');
