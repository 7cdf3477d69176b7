import type { Scopes } from '@/lib/config/access';
import type { UserFormInput, UserFormOutput } from '@/lib/validation/users';
import type { AdminUser } from './admin-user';

/** The fields as form values: a missing name is empty. */
export function userFormFields({ email, first_name, last_name, role, scopes }: AdminUser): UserFormInput {
  const { read, write } = scopes;
  return { email, first_name: first_name ?? '', last_name: last_name ?? '', role, read, write };
}

/** The fields of a user to send: a missing field stays as it is, and null clears a name. */
export interface UserChanges
  extends Partial<Pick<UserFormOutput, 'email' | 'first_name' | 'last_name' | 'role'>> {
  scopes?: Scopes;
}

/**
 * Only what the person changed. The API takes all three scopes at once: an admin's are with the admin flag
 * (docs/product.md, "Users"), and who stays what they are keeps it as it is.
 */
export function userChanges(
  { email, first_name, last_name, role, read, write }: UserFormOutput,
  dirty: Partial<Record<keyof UserFormOutput, boolean>>,
  present: AdminUser,
): UserChanges {
  const admin = role === 'ADMIN' || (!dirty.role && present.scopes.admin);
  const promoted = dirty.role && role === 'ADMIN';
  return {
    ...(dirty.email && { email }),
    ...(dirty.first_name && { first_name }),
    ...(dirty.last_name && { last_name }),
    ...(dirty.role && { role }),
    ...((dirty.read || dirty.write || promoted) && { scopes: { read, write, admin } }),
  };
}

/** Whether a user's record already has everything that the person changed; false if that is nothing. */
export function hasChanges(
  record: AdminUser,
  output: UserFormOutput,
  dirty: Partial<Record<keyof UserFormOutput, boolean>>,
): boolean {
  const fields = userFormFields(record);
  const changed = (Object.keys(fields) as (keyof UserFormInput)[]).filter((name) => dirty[name]);
  return changed.length > 0 && changed.every((name) => fields[name] === (output[name] ?? ''));
}
