import { scopeWords } from '@/components/auth/admin/scope-words';
import { fieldsOf, isObject } from '@/lib/format/json-fields';
import { fieldWords } from './field-words';

/** A field that an event changed: its name, what it was and what it became, as they are shown. */
export interface AuditChange {
  field: string;
  from: string;
  to: string;
}

const nothing = '—';

/**
 * What the metadata of an event says of changes, a line each. Of settings and other objects only what differs, under
 * its path: `settings.alerts.usage_percent`.
 */
export function auditChanges(metadata: unknown): AuditChange[] {
  return Object.entries(fieldsOf(fieldsOf(metadata).changes)).flatMap(([field, change]) => {
    const { from, to } = fieldsOf(change);
    return differences(fieldWords(field), from, to);
  });
}

function differences(field: string, from: unknown, to: unknown): AuditChange[] {
  if (isScopes(from) && isScopes(to)) return [{ field, from: scopeWords(from), to: scopeWords(to) }];
  if (!isObject(from) || !isObject(to)) return [{ field, from: written(from), to: written(to) }];
  const [before, after] = [fieldsOf(from), fieldsOf(to)];
  return [...new Set([...Object.keys(before), ...Object.keys(after)])]
    .filter((name) => JSON.stringify(before[name]) !== JSON.stringify(after[name]))
    .flatMap((name) => differences(`${field}.${name}`, before[name], after[name]));
}

function isScopes(value: unknown): value is Parameters<typeof scopeWords>[0] {
  const { read, write, admin } = fieldsOf(value);
  return [read, write, admin].every((flag) => typeof flag === 'boolean');
}

function written(value: unknown): string {
  if (value === null || value === undefined || value === '') return nothing;
  return typeof value === 'string' ? value : JSON.stringify(value);
}
