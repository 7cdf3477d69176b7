import type { AuditEvent } from './audit-filters';

const admin = '/dashboard/admin';

/** The page of a record by the prefix of its id; of a user what they did, and of a key the jobs that it started. */
const pages: Record<string, (id: string) => string> = {
  acc: () => `${admin}/account`,
  bulk: (id) => `${admin}/workflows/bulk/${id}`,
  inv: (id) => `${admin}/account/invoices/${id}`,
  job: (id) => `${admin}/workflows/${id}`,
  key: (id) => `${admin}/workflows?key=${id}`,
  usr: (id) => `${admin}/audit-logs?user=${id}`,
};

/** A part of a text, with the address that it leads to; null if to none. */
interface TextPart {
  text: string;
  href: string | null;
}

/** The metadata of an event as JSON, in parts. A record that the event has deleted has no page. */
export function linkedMetadata({ action, metadata }: Pick<AuditEvent, 'action' | 'metadata'>): TextPart[] {
  const json = JSON.stringify(metadata, null, 2);
  if (action.endsWith('.delete')) return [{ text: json, href: null }];
  return json.split(/(?<=")((?:acc|bulk|inv|job|key|usr)_[0-9a-z]{20})(?=")/).map((text, index) => {
    const isId = index % 2 === 1;
    return { text, href: (isId && pages[text.slice(0, text.indexOf('_'))]?.(text)) || null };
  });
}
