import { countryName } from '@/lib/config/countries';
import { graphql, type ResultOf } from '@/lib/graphql-client/graphql';

/** Whom invoices are billed to, as it is on file or as an invoice holds it. */
export const billingDetailsFragment = graphql(`
  fragment BillingDetails on BillingDetails @_unmask {
    full_name
    email
    company_name
    tax_id
    tax_id_label
    address_line1
    address_line2
    city
    state
    postal_code
    country
    phone_number
  }
`);

/** A fragment on an interface includes `__typename`, which isn't a detail. */
export type BillingDetails = Omit<ResultOf<typeof billingDetailsFragment>, '__typename'>;

/** A field's label and what a browser may fill in. */
interface BillingField {
  label: string;
  autoComplete: string;
  inputMode?: 'email' | 'tel';
  /** Takes the whole width of the form. */
  wide?: boolean;
}

/** The fields, named and ordered as in docs/product.md, "Admin account page". */
export const billingFields: Record<keyof BillingDetails, BillingField> = {
  full_name: { label: 'Full Name', autoComplete: 'billing name' },
  email: { label: 'Email', autoComplete: 'billing email', inputMode: 'email' },
  company_name: { label: 'Company', autoComplete: 'billing organization', wide: true },
  tax_id: { label: 'Tax ID', autoComplete: 'off' },
  tax_id_label: { label: 'Tax ID Label', autoComplete: 'off' },
  address_line1: { label: 'Address Line 1', autoComplete: 'billing address-line1', wide: true },
  address_line2: { label: 'Address Line 2', autoComplete: 'billing address-line2', wide: true },
  city: { label: 'City', autoComplete: 'billing address-level2' },
  state: { label: 'State', autoComplete: 'billing address-level1' },
  postal_code: { label: 'Postal Code', autoComplete: 'billing postal-code' },
  country: { label: 'Country', autoComplete: 'billing country-name' },
  phone_number: { label: 'Phone', autoComplete: 'billing tel', inputMode: 'tel' },
};

export const billingNames = Object.keys(billingFields) as (keyof BillingDetails)[];

/** The details as form values: empty text for missing fields, and the country by name. */
export function billingForm(details: BillingDetails | null): Record<keyof BillingDetails, string> {
  const text = (name: keyof BillingDetails) => details?.[name] ?? '';
  const texts = Object.fromEntries(billingNames.map((name) => [name, text(name)]));
  return { ...(texts as Record<keyof BillingDetails, string>), country: countryName(text('country')) };
}

type Address = Pick<BillingDetails, 'address_line1' | 'address_line2' | 'city' | 'state' | 'postal_code'>;

/** The lines of an address that there are, without its country: street, addition, then `Bremen, HB 28195`. */
export function addressLines({ address_line1, address_line2, city, state, postal_code }: Address): string[] {
  const place = [[city, state].filter(Boolean).join(', '), postal_code].filter(Boolean).join(' ');
  return [address_line1, address_line2, place].filter((line): line is string => !!line);
}
