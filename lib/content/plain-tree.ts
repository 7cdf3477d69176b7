import type {
  BlockContent,
  ListItem,
  Paragraph,
  PhrasingContent,
  Root,
  RootContent,
  Table,
  TableRow,
} from 'mdast';
import remarkGfm from 'remark-gfm';
import remarkMdx from 'remark-mdx';
import remarkParse from 'remark-parse';
import { unified } from 'unified';
import { legal } from '@/lib/config/brand';
import { docsTrees } from '@/lib/config/docs';
import { findPicture } from './drawn-pictures';
import { readFence } from './fence';
import { limitTable } from './limit-tables';
import { modelsTable, otherPricesTable, priceSourcesTable } from './model-tables';
import { processorOptionsTable, taskOptionsTable, tasksTable } from './plugin-tables';
import {
  callbackErrorsTable,
  errorCodesTable,
  errorPageTable,
  operationReference,
  plansTable,
  type ReferenceCell,
  type ReferenceTable,
  typeTable,
  workflowErrorsTable,
  workflowPlansTable,
} from './reference-tables';

const parser = unified().use(remarkParse).use(remarkGfm).use(remarkMdx);

/** The syntax tree of MDX without front matter. @throws Error (VFileMessage) with the place of a fault */
export function markdownTree(source: string): Root {
  return parser.parse(source) as Root;
}

type Component = Extract<RootContent, { type: 'mdxJsxFlowElement' | 'mdxJsxTextElement' }>;

/**
 * The syntax tree of MDX with every component as the plain Markdown it means; of a fence's meta only the title stays.
 * The Markdown twins, the table of contents and the search all read this one.
 * @throws Error that names a component without a plain form, or an attribute it lacks
 */
export function plainTree(source: string): Root {
  return { type: 'root', children: markdownTree(source).children.flatMap(plain) };
}

function plain(node: RootContent): RootContent[] {
  if (node.type === 'mdxJsxFlowElement' || node.type === 'mdxJsxTextElement') return plainComponent(node);
  if (node.type === 'code') {
    const { title } = readFence(node.meta);
    return [{ ...node, meta: title === undefined ? null : `title="${title}"` }];
  }
  if ('children' in node) return [{ ...node, children: node.children.flatMap(plain) } as RootContent];
  return [node];
}

function plainComponent({ name, attributes, children }: Component): RootContent[] {
  const component = name && Object.hasOwn(plainComponents, name) ? plainComponents[name] : undefined;
  if (!component) throw new Error(`<${name}> has no plain form; lib/content/plain-tree.ts lists them.`);
  const attribute = (wanted: string) => {
    const found = attributes.find((one) => one.type === 'mdxJsxAttribute' && one.name === wanted);
    if (typeof found?.value !== 'string') throw new Error(`<${name}> lacks the attribute '${wanted}'.`);
    return found.value;
  };
  return component(attribute, children.flatMap(plain));
}

/** @throws Error if a component lacks an attribute that it needs */
type Attribute = (name: string) => string;

/**
 * The plain Markdown of each component of MDX (components/content/mdx-body.tsx). None makes a heading: the anchors stay
 * those of the page.
 */
const plainComponents: Record<string, (attribute: Attribute, children: RootContent[]) => RootContent[]> = {
  Callout: (attribute, children) => [
    { type: 'blockquote', children: [bold(attribute('title')), ...(children as BlockContent[])] },
  ],
  CallbackErrors: () => labeledTable(callbackErrorsTable()),
  ErrorCodes: () => labeledTable(errorCodesTable()),
  ErrorsOfPage: (attribute) => labeledTable(errorPageTable(attribute('page'), attribute('found'))),
  LegalEmail: () => [link(`mailto:${legal.email}`, legal.email)],
  LimitsTable: (attribute) => labeledTable(limitTable(attribute('of'))),
  ModelTable: (attribute) => labeledTable(modelsTable(attribute('provider'))),
  Operation: (attribute) => operation(attribute('name')),
  OtherPrices: (attribute) => labeledTable(otherPricesTable(attribute('provider'))),
  Picture: (attribute) => {
    const { title, description } = findPicture(attribute('of'));
    return [paragraph({ type: 'strong', children: [text(`${title}.`)] }, ` ${description}`)];
  },
  PlanTable: () => labeledTable(plansTable()),
  ModelFilter: () => [],
  Playground: () => [
    paragraph(
      'The playground runs in the browser: open the ',
      link(`${docsTrees.devdocs.root}/api-playground`, 'API Playground'),
      '.',
    ),
  ],
  PriceSources: () => labeledTable(priceSourcesTable()),
  ProcessorOptions: (attribute) => labeledTable(processorOptionsTable(attribute('of'))),
  Step: (attribute, children) => [
    {
      type: 'listItem',
      spread: true,
      children: [bold(attribute('title')), ...(children as BlockContent[])],
    },
  ],
  Steps: (_attribute, children) => [
    { type: 'list', ordered: true, spread: true, children: children as ListItem[] },
  ],
  Tab: (attribute, children) => [bold(attribute('label')), ...children],
  Tabs: (_attribute, children) => children,
  TaskOptions: (attribute) => labeledTable(taskOptionsTable(attribute('of'))),
  TaskTable: () => labeledTable(tasksTable()),
  TypeFields: (attribute) => labeledTable(typeTable(attribute('name'))),
  WorkflowErrors: (attribute) => labeledTable(workflowErrorsTable(attribute('codes'))),
  WorkflowPlanTable: () => labeledTable(workflowPlansTable()),
};

function operation(name: string): RootContent[] {
  const { description, signature, needs, args } = operationReference(name);
  return [
    ...(description ? [paragraph(description)] : []),
    { type: 'code', lang: 'graphql', meta: `title="${name}"`, value: signature },
    paragraph(needs),
    ...(args ? labeledTable(args) : []),
  ];
}

const text = (value: string): PhrasingContent => ({ type: 'text', value });

const paragraph = (...children: (PhrasingContent | string)[]): Paragraph => ({
  type: 'paragraph',
  children: children.map((child) => (typeof child === 'string' ? text(child) : child)),
});

/** A label above the content that it names. */
const bold = (label: string): Paragraph => paragraph({ type: 'strong', children: [text(label)] });

const link = (url: string, label: string): PhrasingContent => ({
  type: 'link',
  url,
  children: [text(label)],
});

/** A table of the reference under its label. */
function labeledTable({ label, head, rows }: ReferenceTable): [Paragraph, Table] {
  return [bold(label), { type: 'table', children: [head, ...rows].map(tableRow) }];
}

const tableRow = (cells: ReferenceCell[]): TableRow => ({
  type: 'tableRow',
  children: cells.map((cell) => ({
    type: 'tableCell',
    children: typeof cell === 'string' ? phrases(cell) : [{ type: 'inlineCode', value: cell.code }],
  })),
});

/** Words, of which those between backticks are code. */
const phrases = (words: string): PhrasingContent[] =>
  words
    .split(/`([^`]+)`/)
    .map((part, index) => (index % 2 === 1 ? { type: 'inlineCode', value: part } : text(part)));
