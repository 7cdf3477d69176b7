import { legal } from '@/lib/config/legal';

/** How an account pays its invoices, line by line: the operator's words, on the account page and on open invoices. */
export const howToPay: readonly string[] = [
  'Pay by bank transfer, with the invoice number as the reference.',
  `For our bank details, write to ${legal.email}.`,
];
