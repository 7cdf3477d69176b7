import { expect, test } from 'vitest';
import { billingColumns } from './billing-profile';
import { storedBillTo } from './invoices';

test('an invoice issued before there were more billing fields still reads: those are null', () => {
  const stored = storedBillTo({ billTo: { full_name: 'Ada Byron', city: null } });
  expect(Object.keys(stored ?? {})).toEqual(Object.keys(billingColumns));
  expect(stored).toMatchObject({ full_name: 'Ada Byron', city: null, phone_number: null });
});

test('a draft is billed to nobody yet', () => {
  expect(storedBillTo({ billTo: null })).toBeNull();
});

test('an unknown billing field is an error, not a wrong invoice', () => {
  expect(() => storedBillTo({ billTo: { city: 28195 } })).toThrow();
});
