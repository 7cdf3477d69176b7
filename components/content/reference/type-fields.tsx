import { typeTable } from '@/lib/content/reference-tables';
import { ReferenceTable } from './reference-table';

/** The fields of an object or input of the API, or the values of an enum. */
export function TypeFields({ name }: { name: string }) {
  return <ReferenceTable {...typeTable(name)} />;
}
