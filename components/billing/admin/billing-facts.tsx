import type { ReactNode } from 'react';
import { Fact } from '@/components/ui/fact';
import { countryName } from '@/lib/format/country';
import { addressLines } from './billing-address';
import type { BillingDetails } from './billing-record';

/** What is on file, a line for each fact; a dash where there is none. */
export function BillingFacts({ profile }: { profile: BillingDetails }) {
  const address = addressLines(profile);
  const fact = (name: string, value: ReactNode) => (
    <Fact name={name}>{value ? <bdi className="min-w-0 whitespace-pre-line">{value}</bdi> : '—'}</Fact>
  );
  return (
    <div className="grid gap-x-12 text-[15px] xl:grid-cols-2">
      <dl className="divide-y divide-rule max-xl:border-rule max-xl:border-b">
        {fact('Name', profile.full_name)}
        {fact('Email', profile.email)}
        {fact('Company', profile.company_name)}
        {fact(profile.tax_id_label || 'Tax ID', profile.tax_id)}
      </dl>
      <dl className="divide-y divide-rule">
        {fact('Address', address.join('\n'))}
        {fact('Country', profile.country && countryName(profile.country))}
        {fact('Phone', profile.phone_number)}
      </dl>
    </div>
  );
}
