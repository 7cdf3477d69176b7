import { replaceUser } from '@/lib/graphql-client/session-store';
import type { AdminUser } from './admin-user';

/** Lets the session know what an admin changed about their own record: its name stands in the header, its role leads. */
export function followOwnRecord(stored: AdminUser): void {
  const { id, email, role, first_name, last_name, account_id, scopes } = stored;
  replaceUser({ id, email, role, first_name, last_name, account_id, scopes });
}
