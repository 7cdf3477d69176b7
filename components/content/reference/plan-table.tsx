import { plansTable } from '@/lib/content/reference-tables';
import { ReferenceTable } from './reference-table';

/** The plans on offer. */
export function PlanTable() {
  return <ReferenceTable {...plansTable()} />;
}
