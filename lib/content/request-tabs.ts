import { Kind, type OperationDefinitionNode, parse, type TypeNode } from 'graphql';
import type { Code, Parent, Root, RootContent } from 'mdast';
import { visit } from 'unist-util-visit';
import { curlOf, pythonOf, type SampleRequest, typescriptOf } from '@/lib/format/request-code';
import { apiSchema } from './api-schema';
import { readFence } from './fence';

type Component = Extract<RootContent, { type: 'mdxJsxFlowElement' }>;

/** Remark plugin: each request of a page, with its variables, becomes tabs of the ways to send it. */
export function requestTabs() {
  return (tree: Root) =>
    rewriteRequests(tree, (printed, request, name) => [
      component('Tabs', undefined, [
        component('Tab', 'GraphQL', printed),
        component('Tab', 'curl', [code('bash', 'Terminal', curlOf(request))]),
        component('Tab', 'TypeScript', [code('ts', `${name}.mts`, typescriptOf(request))]),
        component('Tab', 'Python', [code('python', `${name}.py`, pythonOf(request))]),
      ]),
    ]);
}

/** Adds to each request the command that sends it, for readers of plain text. */
export function addCurl(tree: Root): Root {
  rewriteRequests(tree, (printed, request) => [...printed, code('bash', 'Terminal', curlOf(request))]);
  return tree;
}

/** Replaces each request and the variables after it. */
function rewriteRequests(
  tree: Root,
  write: (printed: Code[], request: SampleRequest, name: string) => RootContent[],
): void {
  const parents: Parent[] = [];
  // Found before any is changed: what is written contains the request again.
  visit(tree, (node) => {
    if ('children' in node) parents.push(node as Parent);
  });
  for (const parent of parents)
    parent.children = parent.children.flatMap((sample, index, siblings) => {
      if (sample.type !== 'code') return sample;
      if (isVariables(sample) && requestAt(siblings, index - 1)) return [];
      const request = requestAt(siblings, index);
      if (!request) return sample;
      const variables = siblings[index + 1];
      const name = readFence(sample.meta).title?.replace(/\.graphql$/, '') ?? 'request';
      return write(isVariables(variables) ? [sample, variables] : [sample], request, name);
    });
}

const isVariables = (node: RootContent | undefined): node is Code =>
  node?.type === 'code' && readFence(node.meta).title === 'Variables';

function requestAt(siblings: RootContent[], index: number): SampleRequest | undefined {
  const [sample, next] = [siblings[index], siblings[index + 1]];
  if (sample?.type !== 'code' || sample.lang !== 'graphql') return undefined;
  return readRequest(sample.value, isVariables(next) ? next.value : undefined);
}

const code = (lang: string, title: string, value: string): Code => ({
  type: 'code',
  lang,
  meta: `title="${title}"`,
  value,
});

const component = (name: string, label: string | undefined, children: RootContent[]): Component => ({
  type: 'mdxJsxFlowElement',
  name,
  attributes: label === undefined ? [] : [{ type: 'mdxJsxAttribute', name: 'label', value: label }],
  children: children as Component['children'],
});

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
