/** An invoice's status in a word. */
export const invoiceWords = { DRAFT: 'Draft', OPEN: 'Open', PAID: 'Paid', VOID: 'Void' } as const;

/** What the list of invoices can be narrowed to; open ones include the overdue. */
export const invoiceFilters = { ...invoiceWords, OVERDUE: 'Overdue' } as const;

export type InvoiceFilter = keyof typeof invoiceFilters;

/** The address of the account's invoices that match a filter. */
export const invoicesAddress = (filter: Lowercase<InvoiceFilter>) =>
  `/dashboard/admin/account?status=${filter}#invoices`;
