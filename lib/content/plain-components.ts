import type { BlockContent, ListItem, RootContent } from 'mdast';
import { legal } from '@/lib/config/brand';
import { docsTrees } from '@/lib/config/docs';
import { bold, labelledTable, link, paragraph } from './markdown-nodes';
import { operationReference } from './operation-reference';
import { errorCodesTable, limitsTable, plansTable, typeTable } from './reference-tables';

/** @throws Error where a component that needs the attribute has none */
type Attribute = (name: string) => string;

/**
 * What each component of MDX (components/content/mdx-body.tsx) is in plain Markdown. None makes a heading: the
 * anchors stay those of the page.
 */
export const plainComponents: Record<
  string,
  (attribute: Attribute, children: RootContent[]) => RootContent[]
> = {
  Callout: (attribute, children) => [
    { type: 'blockquote', children: [bold(attribute('title')), ...(children as BlockContent[])] },
  ],
  ErrorCodes: () => labelledTable(errorCodesTable()),
  LegalEmail: () => [link(`mailto:${legal.email}`, legal.email)],
  LimitsTable: () => labelledTable(limitsTable()),
  Operation: (attribute) => operation(attribute('name')),
  PlanTable: () => labelledTable(plansTable()),
  Playground: () => [
    paragraph(
      'The playground runs in the browser: open the ',
      link(`${docsTrees.devdocs.root}/api-playground`, 'API Playground'),
      '.',
    ),
  ],
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
  TypeFields: (attribute) => labelledTable(typeTable(attribute('name'))),
};

function operation(name: string): RootContent[] {
  const { description, signature, needs, args } = operationReference(name);
  return [
    ...(description ? [paragraph(description)] : []),
    { type: 'code', lang: 'graphql', meta: `title="${name}"`, value: signature },
    paragraph(needs),
    ...(args ? labelledTable(args) : []),
  ];
}
