import type { IncomingMessage } from 'node:http';
import { expect, test } from 'vitest';
import { sendMarkdownTwin } from './markdown-twin';

const rewritten = (url: string) => {
  const request = { url } as IncomingMessage;
  sendMarkdownTwin(request);
  return request.url;
};

test.each([
  ['/docs.md', '/markdown/docs/index'],
  ['/docs/workflows/tasks.md', '/markdown/docs/workflows/tasks'],
  ['/docs/overview.md?download', '/markdown/docs/overview'],
  ['/dashboard/devdocs.md', '/markdown/devdocs/index'],
  ['/dashboard/devdocs/api/me.md', '/markdown/devdocs/api/me'],
])('%s is answered with the page as Markdown', (url, target) => {
  expect(rewritten(url)).toBe(target);
});

test.each([
  '/',
  '/docs',
  '/docs/overview',
  '/blog/a.md',
  '/docs/overview?x=.md',
  '/docsearch.md',
  '/dashboard/docs/a.md',
  '/devdocs/a.md',
])('%s is left as it is', (url) => {
  expect(rewritten(url)).toBe(url);
});
