import { CodeMarks } from '@/components/ui/code-marks';
import { limitTable } from '@/lib/content/limit-tables';
import { modelsTable, otherPricesTable, priceSourcesTable } from '@/lib/content/model-tables';
import { processorOptionsTable, taskOptionsTable, tasksTable } from '@/lib/content/plugin-tables';
import {
  type ReferenceTable as Content,
  callbackErrorsTable,
  errorCodesTable,
  errorPageTable,
  none,
  operationReference,
  plansTable,
  type ReferenceCell,
  typeTable,
  workflowErrorsTable,
  workflowPlansTable,
} from '@/lib/content/reference-tables';
import { HighlightedCode } from './code-block';
import { ContentTable } from './content-blocks';

/** An operation of the API, drawn from the printed schema. */
export function Operation({ name }: { name: string }) {
  const { description, signature, needs, args } = operationReference(name);
  return (
    <>
      {description && (
        <p>
          <CodeMarks text={description} />
        </p>
      )}
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

/** The codes of a page about errors of workflows: errors in planning, or errors of jobs and steps. */
export function ErrorsOfPage({ page, found }: { page: string; found: string }) {
  return <ReferenceTable {...errorPageTable(page, found)} />;
}

/** The codes of deliveries of callbacks. */
export function CallbackErrors() {
  return <ReferenceTable {...callbackErrorsTable()} />;
}

/** The limits of one kind. */
export function LimitsTable({ of }: { of: string }) {
  return <ReferenceTable {...limitTable(of)} />;
}

/** The plans on offer. */
export function PlanTable() {
  return <ReferenceTable {...plansTable()} />;
}

/** Each plan's limits for workflows. */
export function WorkflowPlanTable() {
  return <ReferenceTable {...workflowPlansTable()} />;
}

/** The catalog's models of one provider. */
export function ModelTable({ provider }: { provider: string }) {
  return <ReferenceTable {...modelsTable(provider)} />;
}

/** Prices of one provider's models for long inputs, and from later days on. */
export function OtherPrices({ provider }: { provider: string }) {
  return <ReferenceTable {...otherPricesTable(provider)} />;
}

/** Where the catalog's prices were read. */
export function PriceSources() {
  return <ReferenceTable {...priceSourcesTable()} />;
}

/** Errors of workflows, each named by its code. */
export function WorkflowErrors({ codes }: { codes: string }) {
  return <ReferenceTable {...workflowErrorsTable(codes)} />;
}

/** All tasks. */
export function TaskTable() {
  return <ReferenceTable {...tasksTable()} />;
}

/** The options of a task. */
export function TaskOptions({ of }: { of: string }) {
  return <ReferenceTable {...taskOptionsTable(of)} />;
}

/** The options of a preprocessor. */
export function ProcessorOptions({ of }: { of: string }) {
  return <ReferenceTable {...processorOptionsTable(of)} />;
}

const nameOf = ([cell = '']: ReferenceCell[]) => (typeof cell === 'string' ? cell : cell.code);

const figure = /^(\$?\d[\d,.]*|unknown|–)$/;

/** Whether a column has figures alone, which are read from the right. */
const hasFigures = (rows: ReferenceCell[][], column: number) =>
  rows.every((cells) => typeof cells[column] === 'string' && figure.test(cells[column])) &&
  rows.some((cells) => cells[column] !== none);

/** The word before a cell when its row stacks without the head: a default is otherwise taken for one of the values. */
const labelOf = (head: string | undefined, cell: ReferenceCell) =>
  head === 'Default' && cell !== none && cell !== 'required' ? 'Default: ' : undefined;

/** A table of the reference. */
function ReferenceTable({ label, head, rows, stacks, isWide, isFiltered, isLinked }: Content) {
  const alignments = head.map((_, column) => (hasFigures(rows, column) ? 'right' : undefined));
  return (
    <ContentTable
      aria-label={label}
      data-filtered={isFiltered ? '' : undefined}
      data-stacks={stacks ? '' : undefined}
      data-wide={isWide ? '' : undefined}
    >
      <thead>
        <tr>
          {head.map((name, column) => (
            <th align={alignments[column]} key={name} scope="col">
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((cells) => (
          <tr key={nameOf(cells)} id={isLinked ? nameOf(cells) : undefined}>
            {cells.map((cell, column) => (
              <td
                align={alignments[column]}
                data-label={labelOf(head[column], cell)}
                data-none={cell === none ? '' : undefined}
                key={head[column]}
              >
                {typeof cell === 'string' ? <CodeMarks text={cell} /> : <code>{cell.code}</code>}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </ContentTable>
  );
}
