import type { BlockContent, ListItem, Paragraph, PhrasingContent, RootContent, Table, TableRow } from 'mdast';
import { legal } from '@/lib/config/brand';
import { docsTrees } from '@/lib/config/docs';
import { findPicture } from './drawn-pictures';
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

/** @throws Error if a component lacks an attribute that it needs */
type Attribute = (name: string) => string;

/**
 * The plain Markdown of each component of MDX (components/content/mdx-body.tsx). None makes a heading: the anchors stay
 * those of the page.
 */
export const plainComponents: Record<
  string,
  (attribute: Attribute, children: RootContent[]) => RootContent[]
> = {
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
