import type { BillingDetails } from './billing-record';

type Address = Pick<BillingDetails, 'address_line1' | 'address_line2' | 'city' | 'state' | 'postal_code'>;

/** The lines of an address that there are, without its country: street, addition, then `Bremen, HB 28195`. */
export function addressLines({ address_line1, address_line2, city, state, postal_code }: Address): string[] {
  const place = [[city, state].filter(Boolean).join(', '), postal_code].filter(Boolean).join(' ');
  return [address_line1, address_line2, place].filter((line): line is string => !!line);
}
