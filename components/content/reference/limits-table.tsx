import { limitsTable } from '@/lib/content/reference-tables';
import { ReferenceTable } from './reference-table';

/** What the API bounds. */
export function LimitsTable() {
  return <ReferenceTable {...limitsTable()} />;
}
