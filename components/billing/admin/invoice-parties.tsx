import type { ReactNode } from 'react';
import { brand, legal } from '@/lib/config/brand';
import { countryName } from '@/lib/format/country';
import { addressLines } from './billing-address';
import type { BillingDetails } from './billing-record';

/** Who sent the invoice, and whom to: as that was on file when it was issued, null for a draft. */
export function InvoiceParties({ billTo }: { billTo: BillingDetails | null }) {
  const lines = billTo && billedTo(billTo);
  return (
    <div className="grid gap-x-8 gap-y-5 py-6 sm:grid-cols-2 print:grid-cols-2">
      <Party name="From">
        <p className="font-medium">{brand.company}</p>
        <p>{legal.email}</p>
      </Party>
      <Party name="Billed to">
        {!lines && (
          <p className="text-muted">
            Not issued yet: it will name whoever is on file under Billing Information by then.
          </p>
        )}
        {lines?.length === 0 && <p className="text-muted">Nobody was on file when it was issued.</p>}
        {lines && (
          <>
            <p className="font-medium">{lines[0]}</p>
            <p className="whitespace-pre-line">{lines.slice(1).join('\n')}</p>
          </>
        )}
      </Party>
    </div>
  );
}

function Party({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="wrap-anywhere min-w-0">
      <h2 className="mb-1 font-normal text-[13.5px] text-muted">{name}</h2>
      {children}
    </div>
  );
}

function billedTo(details: BillingDetails): string[] {
  const { company_name, full_name, country, tax_id, tax_id_label, email, phone_number } = details;
  return [
    company_name,
    full_name,
    ...addressLines(details),
    country && countryName(country),
    tax_id && `${tax_id_label || 'Tax ID'}: ${tax_id}`,
    email,
    phone_number,
  ].filter((line): line is string => !!line);
}
