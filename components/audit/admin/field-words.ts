/** The fields that events tell of whose names are not words as they stand. */
const words: Record<string, string> = {
  account_name: 'name',
  address_line1: 'address line 1',
  address_line2: 'address line 2',
  company_name: 'company',
  email: 'e-mail address',
  full_name: 'name',
  hint: 'key',
  tax_id: 'tax ID',
  tax_id_label: 'tax ID label',
};

/** A field of a record in words: `first_name` is first name. */
export function fieldWords(field: string): string {
  return words[field] ?? field.replaceAll('_', ' ');
}
