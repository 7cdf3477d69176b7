import { expect, test } from 'vitest';
import { invoiceState } from './invoice-status';

const due = Date.UTC(2026, 10, 15);
const word = (status: 'DRAFT' | 'OPEN' | 'PAID' | 'VOID', due_date: string | null, now: number) =>
  invoiceState({ status, due_date }, now).word;

test('an open invoice is overdue once its due date is past, not before', () => {
  expect([due - 1, due, due + 1].map((now) => word('OPEN', String(due), now))).toEqual([
    'Open',
    'Open',
    'Overdue',
  ]);
  expect([word('OPEN', null, due), word('OPEN', 'soon', due)]).toEqual(['Open', 'Open']);
});

test('no other invoice is ever overdue', () => {
  expect((['DRAFT', 'PAID', 'VOID'] as const).map((status) => word(status, String(due), due + 1))).toEqual([
    'Draft',
    'Paid',
    'Void',
  ]);
});
