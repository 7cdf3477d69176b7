import type { Code, Parent, Root, RootContent } from 'mdast';
import { visit } from 'unist-util-visit';
import { curlOf, pythonOf, type SampleRequest, typescriptOf } from '@/lib/format/request-code';
import { readFence } from './fence';
import { readRequest } from './request-samples';

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
