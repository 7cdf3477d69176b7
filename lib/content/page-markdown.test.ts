import type { Nodes } from 'mdast';
import { toString as textOf } from 'mdast-util-to-string';
import remarkGfm from 'remark-gfm';
import remarkParse from 'remark-parse';
import { unified } from 'unified';
import { visit } from 'unist-util-visit';
import { describe, expect, test } from 'vitest';
import { type DocsTree, docsTrees } from '@/lib/config/docs';
import { errorCodes } from '@/lib/config/error-codes';
import { plans } from '@/lib/config/plans';
import { fieldsOfType, findOperation } from './api-schema';
import { type DocsPage, listDocsPages } from './docs-pages';
import { pictures } from './drawn-pictures';
import { headingsOf } from './outline';
import { llmsIndex, pageMarkdown } from './page-markdown';
import { markdownTree } from './plain-tree';

const trees = Object.keys(docsTrees) as DocsTree[];
const pages = trees.flatMap((tree) => listDocsPages(tree));
const page = (source: string): DocsPage => ({ ...(pages[0] as DocsPage), preview: false, source });
const bodyOf = (source: string) => pageMarkdown(page(source)).split('\n').slice(4).join('\n');

const nodesOf = <T extends Nodes['type']>(markdown: string, type: T) => {
  const found: Extract<Nodes, { type: T }>[] = [];
  visit(unified().use(remarkParse).use(remarkGfm).parse(markdown), type, (node) => {
    found.push(node as Extract<Nodes, { type: T }>);
  });
  return found;
};
const named = (source: string, component: string) =>
  [...source.matchAll(new RegExp(`<${component} name="(\\w+)"`, 'g'))].map(([, name = '']) => name);
const row = (name: string, type: string) =>
  new RegExp(`^\\| \`${name}\` +\\| ${type && `\`${escaped(type)}\` +\\| `}\\S`, 'm');
const escaped = (text: string) => text.replaceAll(/[[\]!]/g, '\\$&');

describe.each(pages.map((one) => [one.href, one] as const))('the twin of %s', (_href, one) => {
  const twin = pageMarkdown(one);

  test('holds the arguments of its operations and the fields of its types', () => {
    for (const name of named(one.source, 'Operation'))
      for (const arg of findOperation(name).args) expect(twin).toMatch(row(arg.name, arg.type));
    for (const name of named(one.source, 'TypeFields'))
      for (const field of fieldsOfType(name)) expect(twin).toMatch(row(field.name, field.type));
  });

  test('holds no component and, of a fence, only its title', () => {
    expect(nodesOf(twin, 'html')).toEqual([]);
    expect(nodesOf(twin, 'text').filter(({ value }) => /<\/?[A-Z]/.test(value))).toEqual([]);
    expect(nodesOf(twin, 'code').filter(({ meta }) => meta && !/^title="[^"]*"$/.test(meta))).toEqual([]);
  });

  test('has the headings of the page, and none that a component made', () => {
    const written: string[] = [];
    visit(markdownTree(one.source), 'heading', (heading) => {
      written.push(textOf(heading));
    });
    expect(
      nodesOf(twin, 'heading')
        .slice(1)
        .map((heading) => textOf(heading)),
    ).toEqual(written);
    expect(headingsOf(one.source).map(({ heading }) => heading)).toEqual(written);
  });
});

test('steps keep their order and contents', () => {
  const source =
    '<Steps>\n<Step title="Start">\n\n```bash run\nnpm start\n```\n\n</Step>\n<Step title="Stop">\n\nNow.\n\n</Step>\n</Steps>';
  expect(bodyOf(source)).toBe('1. **Start**\n\n   ```bash\n   npm start\n   ```\n\n2. **Stop**\n\n   Now.\n');
});

test('tabs follow one another, each under its label', () => {
  expect(
    bodyOf('<Tabs>\n<Tab label="curl">\n\nOne.\n\n</Tab>\n<Tab label="fetch">\n\nTwo.\n\n</Tab>\n</Tabs>'),
  ).toBe('**curl**\n\nOne.\n\n**fetch**\n\nTwo.\n');
});

test('a callout is a quotation under its title', () => {
  expect(bodyOf('<Callout kind="warning" title="Careful">\n\nIt bites.\n\n</Callout>')).toBe(
    '> **Careful**\n>\n> It bites.\n',
  );
});

test('the tables drawn from code are tables', () => {
  for (const code of Object.keys(errorCodes)) expect(bodyOf('<ErrorCodes />')).toMatch(row(code, ''));
  for (const { name } of plans)
    expect(bodyOf('<PlanTable />')).toMatch(new RegExp(`^\\| ${name} +\\| \\$`, 'm'));
  expect(bodyOf('<LimitsTable of="requests" />')).toMatch(/^\| Size of a request +\| 256 KiB/m);
});

test('the playground is a way there', () => {
  expect(nodesOf(bodyOf('<Playground />'), 'link').map(({ url }) => url)).toEqual([
    '/dashboard/devdocs/api-playground',
  ]);
});

test('a picture is what it shows, in words', () => {
  for (const [name, { title, description }] of Object.entries(pictures))
    expect(bodyOf(`<Picture of="${name}" />`)).toBe(`**${title}.** ${description}\n`);
  expect(() => bodyOf('<Picture of="nothing" />')).toThrow("'nothing'");
});

test('a component inside a sentence stays in it', () => {
  expect(bodyOf('Write to <LegalEmail /> then.')).toMatch(/^Write to .*legal@.* then\.\n$/);
});

test('a component without a plain form is refused by its name, and so is a component that lacks an attribute', () => {
  expect(() => bodyOf('<Diagram />')).toThrow('<Diagram>');
  expect(() => bodyOf('<Operation />')).toThrow("'name'");
});

test('the index names every public page once, the root page first', () => {
  const targets = [...llmsIndex('https://example.com').matchAll(/^- \[.+\]\((.+)\): .+\.$/gm)].map(
    ([, url]) => url,
  );
  expect(targets).toEqual(pages.map(({ href }) => `https://example.com${href}.md`));
});

test('the index marks every preview, and no other page', () => {
  const marked = [...llmsIndex('').matchAll(/^- \[.+\]\((.+)\.md\): Preview\. /gm)].map(([, href]) => href);
  const previews = pages.filter(({ preview }) => preview);
  expect(marked).toEqual(previews.map(({ href }) => href));
});
