import type { Client } from 'urql';
import { queryFresh } from '@/lib/graphql-client/calls';
import { graphql, type ResultOf } from '@/lib/graphql-client/graphql';
import { addDays, addMonths, type Day, dayOf, monthOf } from '@/lib/rules/day';

const billQuery = graphql(`
  query WhatIfBill($userId: ID, $from: Date!, $to: Date!, $model: String) {
    repriceUsage(userId: $userId, from: $from, to: $to, model: $model) {
      calls
      cost
      unknownCostCount
      estimatedCount
      wouldBe
      unfitCount
      largestUnfit
      mixesTokenizers
      byModel {
        name
        calls
        cost
        wouldBe
        unfitCount
        largestUnfit
      }
      byTemplate {
        name
        calls
        cost
        wouldBe
        unfitCount
        largestUnfit
      }
      allModels {
        model
        wouldBe
        unfitCount
      }
    }
  }
`);

/** The model calls of a month, priced on another model. */
export type WhatIfBill = ResultOf<typeof billQuery>['repriceUsage'];
export type BillRow = WhatIfBill['byModel'][number];

/** A bill, and the first day of its month. */
export interface MonthBill {
  month: Day;
  bill: WhatIfBill;
}

interface BilledCalls {
  /** Whose calls; null for all of the account. */
  userId: string | null;
  /** The first days of months: the bill is of the first one with a call, otherwise of the last one. */
  months: readonly Day[];
  /** Null: each call on its own. */
  model: string | null;
}

export async function readBill(
  client: Client,
  { userId, months: [month = '', ...others], model }: BilledCalls,
): Promise<MonthBill> {
  const days = { from: month, to: lastDayOf(month) };
  const { repriceUsage: bill } = await queryFresh(client, billQuery, { userId, ...days, model });
  if (bill.calls > 0 || others.length === 0) return { month, bill };
  return readBill(client, { userId, months: others, model });
}

export const lastDayOf = (month: Day): Day => addDays(addMonths(month, 1), -1);

/** The first days of this month and those before it, newest first. */
export function lastMonths(count: number, now: Date): Day[] {
  const month = monthOf(dayOf(now));
  return Array.from({ length: count }, (_, index) => addMonths(month, -index));
}
