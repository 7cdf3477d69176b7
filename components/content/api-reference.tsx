import { createElement, Fragment } from 'react';
import { limitTable } from '@/lib/content/limit-tables';
import { operationReference } from '@/lib/content/operation-reference';
import {
  type ReferenceTable as Content,
  errorCodesTable,
  none,
  plansTable,
  type ReferenceCell,
  typeTable,
} from '@/lib/content/reference-tables';
import { ContentTable } from './content-table';
import { HighlightedCode } from './highlighted-code';

/** An operation of the API, drawn from the printed schema. */
export function Operation({ name }: { name: string }) {
  const { description, signature, needs, args } = operationReference(name);
  return (
    <>
      {description && <p>{withCode(description)}</p>}
      <HighlightedCode code={signature} lang="graphql" title={name} />
      <p>{needs}</p>
      {args && <ReferenceTable {...args} />}
    </>
  );
}

/** The fields of an object or input of the API, or the values of an enum. */
export function TypeFields({ name }: { name: string }) {
  return <ReferenceTable {...typeTable(name)} />;
}

/** The error catalog of the API. */
export function ErrorCodes() {
  return <ReferenceTable {...errorCodesTable()} />;
}

/** The limits of one kind. */
export function LimitsTable({ of }: { of: string }) {
  return <ReferenceTable {...limitTable(of)} />;
}

/** The plans on offer. */
export function PlanTable() {
  return <ReferenceTable {...plansTable()} />;
}

/** A description of the schema: what it writes between backticks is code. */
const withCode = (text: string) =>
  createElement(
    Fragment,
    null,
    ...text
      .split(/`([^`]+)`/)
      .map((part, index) => (index % 2 === 1 ? createElement('code', null, part) : part)),
  );

const textOf = (cell: ReferenceCell) => (typeof cell === 'string' ? cell : cell.code);

/** A table of the reference. */
function ReferenceTable({ label, head, rows, stacks }: Content) {
  return (
    <ContentTable aria-label={label} data-stacks={stacks ? '' : undefined}>
      <thead>
        <tr>
          {head.map((name) => (
            <th key={name} scope="col">
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((cells) => (
          <tr key={cells.slice(0, 1).map(textOf).join()}>
            {cells.map((cell, column) => (
              <td data-none={cell === none ? '' : undefined} key={head[column]}>
                {typeof cell === 'string' ? withCode(cell) : <code>{cell.code}</code>}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </ContentTable>
  );
}
