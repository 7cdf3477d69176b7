'use client';
import type { DataColumn } from '@/components/ui/column-layout';
import { DataTable } from '@/components/ui/data-table';
import { EmptyState, EmptyStateText, EmptyStateTitle } from '@/components/ui/empty-state';
import { NumberLink, TextLink } from '@/components/ui/link';
import { StatCaption, StatCell, StatNumber, StatRow } from '@/components/ui/stat';
import { SectionTitle } from '@/components/ui/titles';
import { WholeWords } from '@/components/ui/whole-words';
import { type CountedExecutions, executionsAddress } from '@/components/workflows/executions-address';
import { costPlaces, formatCost } from '@/components/workflows/measures';
import { formatCount, formatQuantity } from '@/lib/format/number';
import { MissingExecutions } from './missing-executions';
import { type BillRow, lastDayOf, type MonthBill, type WhatIfBill } from './what-if-bill';

const callUnit = { one: 'call', other: 'calls' };

interface ReportProps extends MonthBill {
  base: string;
  /** Whose calls; null for all of the account. */
  userId: string | null;
  model: string | null;
  usageHref: string;
  onChoose(model: string): void;
}

/** A bill: its sums, and what they rest on. */
export function WhatIfReport({ bill, month, base, userId, model, usageHref, onChoose }: ReportProps) {
  if (bill.calls === 0)
    return (
      <EmptyState>
        <EmptyStateTitle>No model was called for the jobs of this month.</EmptyStateTitle>
        <EmptyStateText>
          Choose another month. Deleted jobs aren't counted here; <TextLink href={usageHref}>usage</TextLink>{' '}
          has their cost.
        </EmptyStateText>
      </EmptyState>
    );
  const { cost, wouldBe } = bill;
  const days = { startedFrom: month, startedTo: lastDayOf(month) };
  const hrefOf = (which: CountedExecutions) => executionsAddress(base, { ...days, ...which });
  return (
    <>
      <StatRow pairs>
        {[
          ['Actual', formatCost(cost)],
          ['Would be', formatCost(wouldBe)],
          ['Difference', wouldBe === null ? '—' : signed(wouldBe - cost)],
          ["Wouldn't have fitted", formatQuantity(bill.unfitCount, callUnit)],
        ].map(([name, value]) => (
          <StatCell key={name}>
            <StatCaption>{name}</StatCaption>
            <StatNumber>{value}</StatNumber>
          </StatCell>
        ))}
      </StatRow>
      <MissingExecutions
        base={base}
        days={{ from: month, to: lastDayOf(month) }}
        usageHref={usageHref}
        userId={userId}
      />
      <Notes bill={bill} model={model} />
      <p className="mt-4 max-w-[80ch] text-[14.5px] text-muted">
        {'The bill has '}
        <NumberLink href={hrefOf({})}>{formatQuantity(bill.calls, callUnit)}</NumberLink>
        {
          ' that used tokens, of jobs that were started in this month. A number of calls leads to these jobs. '
        }
        Their list also counts calls without tokens, and has only jobs that have ended.
      </p>
      <BillTable
        hrefOf={(model) => hrefOf({ model })}
        label="By model that was used"
        rows={bill.byModel}
        what="Model"
      />
      <BillTable
        hrefOf={(template) => hrefOf({ template })}
        label="By template"
        rows={bill.byTemplate}
        what="Template"
      />
      <section className="mt-9">
        <SectionTitle className="mb-3">All models</SectionTitle>
        <DataTable
          columns={modelColumns(bill, onChoose)}
          keyOf={(row) => row.model}
          label="All calls on each model"
          rows={bill.allModels}
        />
      </section>
    </>
  );
}

/** The gaps of the sums, each said once. */
function Notes({ bill, model }: { bill: WhatIfBill; model: string | null }) {
  const { unknownCostCount, estimatedCount, unfitCount, largestUnfit, mixesTokenizers, wouldBe } = bill;
  const notes = [
    unknownCostCount > 0 &&
      `The actual cost of ${formatQuantity(unknownCostCount, callUnit)} isn't known, and isn't in the sum.`,
    wouldBe === null &&
      (model === null
        ? 'Some models have no price, so the sum is unknown.'
        : `${model} had no price at that time.`),
    estimatedCount > 0 &&
      `The tokens of ${formatQuantity(estimatedCount, callUnit)} are estimates: their provider gave none.`,
    unfitCount > 0 &&
      `${formatQuantity(unfitCount, callUnit)} would exceed the context or the longest output, the largest with ${formatCount(largestUnfit)} tokens. Their price is in the sum.`,
    mixesTokenizers &&
      "Models of another provider count the same text in other tokens, so the sum isn't exact.",
  ].filter((note) => note !== false);
  if (notes.length === 0) return null;
  return (
    <ul className="mt-4 grid max-w-[80ch] gap-1.5 text-[14.5px] text-muted">
      {notes.map((note) => (
        <li key={note}>{note}</li>
      ))}
    </ul>
  );
}

/** `+$0.02`, `−$0.02`, or `$0`. @param places how many decimals it has at least, unless it's 0 */
const signed = (amount: number, places = 0): string =>
  amount === 0 ? formatCost(0) : `${amount > 0 ? '+' : '−'}${formatCost(Math.abs(amount), places)}`;

interface BillTableProps {
  label: string;
  what: string;
  rows: readonly BillRow[];
  /** The address of the jobs of a row. */
  hrefOf: (name: string) => string;
}

function BillTable({ label, what, rows, hrefOf }: BillTableProps) {
  const places = costPlaces(rows.flatMap(({ cost, wouldBe }) => [cost, wouldBe]));
  const columns: DataColumn<BillRow>[] = [
    {
      head: what,
      minWidth: 200,
      priority: 9,
      cell: ({ name }) =>
        name === null ? (
          <>
            Other templates
            <span className="subline">too many to be listed</span>
          </>
        ) : (
          <WholeWords text={name} />
        ),
    },
    {
      head: 'Calls',
      minWidth: 80,
      priority: 2,
      kind: 'number',
      cell: ({ name, calls }) =>
        name === null ? (
          formatCount(calls)
        ) : (
          <NumberLink href={hrefOf(name)}>{formatCount(calls)}</NumberLink>
        ),
    },
    {
      head: 'Actual',
      minWidth: 110,
      priority: 6,
      kind: 'number',
      cell: ({ cost }) => formatCost(cost, places),
    },
    {
      head: 'Would be',
      minWidth: 110,
      priority: 7,
      kind: 'number',
      cell: ({ wouldBe }) => formatCost(wouldBe, places),
    },
    {
      head: 'Difference',
      minWidth: 110,
      priority: 4,
      kind: 'number',
      cell: ({ cost, wouldBe }) => (wouldBe === null ? '—' : signed(wouldBe - cost, places)),
    },
    {
      head: "Don't fit",
      minWidth: 90,
      priority: 3,
      kind: 'number',
      cell: ({ unfitCount }) => formatCount(unfitCount),
    },
  ];
  return (
    <section className="mt-9">
      <SectionTitle className="mb-3">{label}</SectionTitle>
      <DataTable columns={columns} keyOf={({ name }) => name} label={label} rows={rows} />
    </section>
  );
}

type ModelRow = WhatIfBill['allModels'][number];

function modelColumns(bill: WhatIfBill, onChoose: (model: string) => void): DataColumn<ModelRow>[] {
  const places = costPlaces(bill.allModels.map(({ wouldBe }) => wouldBe));
  return [
    {
      head: 'Model',
      minWidth: 220,
      priority: 9,
      cell: ({ model }) => (
        <button
          className="max-w-full cursor-pointer rounded-control text-left underline decoration-rule underline-offset-3 hover:decoration-current"
          onClick={() => onChoose(model)}
          type="button"
        >
          <WholeWords text={model} />
        </button>
      ),
    },
    {
      head: 'Would be',
      minWidth: 120,
      priority: 8,
      kind: 'number',
      cell: ({ wouldBe }) => formatCost(wouldBe, places),
    },
    {
      head: 'Difference',
      minWidth: 120,
      priority: 5,
      kind: 'number',
      cell: ({ wouldBe }) => (wouldBe === null ? '—' : signed(wouldBe - bill.cost, places)),
    },
    {
      head: "Don't fit",
      minWidth: 90,
      priority: 4,
      kind: 'number',
      cell: ({ unfitCount }) => formatCount(unfitCount),
    },
  ];
}
