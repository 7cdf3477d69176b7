import { addMonths, dayOf, monthOf } from '@/lib/rules/day';
import { issueInvoice } from '@/lib/server/billing/write-invoices';
import { openDatabase } from '@/lib/server/database/open-database';
import { serverContext } from '@/lib/server/runtime/context';
import { environment } from '@/lib/server/runtime/environment';

/** Invoices an account for the month before this one, as an operator does. @returns the invoice's number */
export async function issueLastMonth(accountId: string): Promise<string> {
  const db = openDatabase(environment.databaseUrl);
  try {
    const ctx = serverContext(db);
    const month = addMonths(monthOf(dayOf(ctx.now())), -1);
    return (await issueInvoice(ctx, null, accountId, month)).number;
  } finally {
    await db.close();
  }
}
