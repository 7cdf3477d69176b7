import type { Access } from '@/lib/config/access';
import { findOperation } from './api-reference';
import { fieldTable, type ReferenceTable } from './reference-tables';

const needs: Record<Access | 'anyone', string> = {
  anyone: 'no token: anyone may call it',
  session: 'a session; an API key is refused',
  read: 'the read scope',
  write: 'the write scope',
  'write:session': 'a session and the write scope; an API key is refused',
  'admin:read': 'role ADMIN and the read scope; a key needs the admin scope too',
  'admin:write': 'role ADMIN and the write scope; a key needs the admin scope too',
  'admin:session': 'a session, role ADMIN and the write scope; an API key is refused',
};

/** An operation of the API, as pages draw it and Markdown writes it. */
interface OperationReference {
  /** '' if the schema has none. */
  description: string;
  /** Its kind and signature in the schema's language. */
  signature: string;
  /** A sentence. */
  needs: string;
  /** Undefined if it takes none. */
  args: ReferenceTable | undefined;
}

/** @throws Error if the API has no such operation */
export function operationReference(name: string): OperationReference {
  const { kind, access, description, returns, args } = findOperation(name);
  const list = args.map((arg) => `\n  ${arg.name}: ${arg.type}`).join('');
  return {
    description,
    signature: `# ${kind}\n${name}${list && `(${list}\n)`}: ${returns}`,
    needs: `Needs ${needs[access]}.`,
    args: args.length > 0 ? fieldTable(`Arguments of ${name}`, 'Argument', args) : undefined,
  };
}
