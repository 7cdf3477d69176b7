import { expect, test } from 'vitest';
import { addressLines } from './billing-details';

const none = { address_line1: null, address_line2: null, city: null, state: null, postal_code: null };

test('an address is its lines, then city, state and postal code in one', () => {
  const address = {
    address_line1: '1 Main St',
    address_line2: 'Floor 2',
    city: 'Austin',
    state: 'TX',
    postal_code: '73301',
  };
  expect(addressLines(address)).toEqual(['1 Main St', 'Floor 2', 'Austin, TX 73301']);
});

test('a missing part leaves no gap, and an empty address has no lines', () => {
  expect(addressLines({ ...none, address_line1: '8 Mill Lane', city: 'Bletchley' })).toEqual([
    '8 Mill Lane',
    'Bletchley',
  ]);
  expect(addressLines({ ...none, state: 'TX', postal_code: '73301' })).toEqual(['TX 73301']);
  expect(addressLines({ ...none, postal_code: '28195' })).toEqual(['28195']);
  expect(addressLines(none)).toEqual([]);
});
