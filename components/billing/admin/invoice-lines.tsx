import { Cell, ColumnHeader, RowHeader, Table } from '@/components/ui/table';
import { formatMoney } from '@/lib/format/money';
import { formatCount } from '@/lib/format/number';
import type { InvoiceRecord } from './invoice-query';

/** What an invoice charges for, and the total that it adds up to. */
export function InvoiceLines({ invoice: { lines, currency, total_amount } }: { invoice: InvoiceRecord }) {
  return (
    <Table label="What is charged">
      <thead>
        <tr>
          <ColumnHeader className="pl-0!">Description</ColumnHeader>
          <ColumnHeader numeric>Quantity</ColumnHeader>
          <ColumnHeader numeric>Unit price</ColumnHeader>
          <ColumnHeader className="pr-0!" numeric>
            Amount
          </ColumnHeader>
        </tr>
      </thead>
      <tbody>
        {lines.map(({ description, quantity, unit_amount, amount }) => (
          <tr key={description}>
            <RowHeader className="pl-0!">{description}</RowHeader>
            <Cell numeric>{formatCount(quantity)}</Cell>
            <Cell numeric>{formatMoney(unit_amount, currency)}</Cell>
            <Cell className="pr-0!" numeric>
              {formatMoney(amount, currency)}
            </Cell>
          </tr>
        ))}
      </tbody>
      <tfoot className="font-semibold print:table-row-group">
        <tr>
          <th className="py-3 text-left font-semibold" colSpan={3} scope="row">
            Total ({currency})
          </th>
          <Cell className="border-b-0! py-3! pr-0!" numeric>
            {formatMoney(total_amount, currency)}
          </Cell>
        </tr>
      </tfoot>
    </Table>
  );
}
