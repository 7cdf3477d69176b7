import { errorCodesTable } from '@/lib/content/reference-tables';
import { ReferenceTable } from './reference-table';

/** The error catalogue of the API. */
export function ErrorCodes() {
  return <ReferenceTable {...errorCodesTable()} />;
}
