import type { Fault } from '@/testing/faults/fault';

/** Faults in what a month costs, and how amounts are added up. */
export const moneyFaults: Fault[] = [
  {
    what: 'executions left of the limit are taken off the price',
    file: 'lib/rules/bill-month.ts',
    from: 'Math.max(0, limited - Math.max(limit, before))',
    to: 'limited - Math.max(limit, before)',
    noticedBy: 'lib/rules/bill-month.test.ts',
  },
  {
    what: "an invoice's total leaves out the overage",
    file: 'lib/server/billing/price-month.ts',
    from: 'totalMicros: lines.reduce((sum, line) => sum + line.amountMicros, 0)',
    to: 'totalMicros: lines[0]?.amountMicros ?? 0',
    noticedBy: 'lib/server/billing/issue-invoice.test.ts',
  },
  {
    what: 'dollars are cut to micro-dollars, not rounded',
    file: 'lib/format/money.ts',
    from: 'Math.round(amount * MICROS)',
    to: 'Math.floor(amount * MICROS)',
    noticedBy: 'lib/format/money.test.ts',
  },
  {
    what: 'the first minutes of a month are projected to its end',
    file: 'lib/server/usage/project-overage.ts',
    from: 'Math.max(now.getTime() - start, DAY_MS)',
    to: 'now.getTime() - start',
    noticedBy: 'lib/server/usage/project-overage.test.ts',
  },
];
