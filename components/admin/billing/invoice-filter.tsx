import { Select } from '@/components/ui/select';
import { invoiceWords } from './invoice-state';
import type { InvoiceRow } from './invoices-query';

type Status = InvoiceRow['status'];

const statuses = Object.keys(invoiceWords) as Status[];

/** The status that an address names; null for none, or what is no status. */
export const readStatus = (text: string | null): Status | null =>
  statuses.find((status) => status === text) ?? null;

interface InvoiceFilterProps {
  status: Status | null;
  onChange: (status: Status | null) => void;
}

/** Which invoices to show. */
export function InvoiceFilter({ status, onChange }: InvoiceFilterProps) {
  return (
    <div className="w-[150px] print:hidden">
      <Select
        aria-label="Status of invoices"
        name="status"
        onChange={(event) => onChange(readStatus(event.target.value))}
        value={status ?? ''}
      >
        <option value="">All invoices</option>
        {statuses.map((each) => (
          <option key={each} value={each}>
            {invoiceWords[each]}
          </option>
        ))}
      </Select>
    </div>
  );
}
