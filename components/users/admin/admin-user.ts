import { scopeWords } from '@/components/auth/scopes';
import type { Caller } from '@/lib/config/access';
import { graphql, type ResultOf } from '@/lib/graphql-client/graphql';

/** A user as the console shows and changes it. */
export const adminUserFragment = graphql(`
  fragment AdminUser on User @_unmask {
    id
    email
    role
    status
    first_name
    last_name
    account_id
    account_name
    createdAt
    last_sign_in_at
    last_active_at
    temporary_password_expires_at
    etag
    scopes {
      read
      write
      admin
    }
  }
`);

/** The name and the status of one user, without the rest. */
export const userSummaryQuery = graphql(`
  query UserSummary($id: ID!) {
    getUser(id: $id) {
      id
      email
      first_name
      last_name
      status
    }
  }
`);

export type AdminUser = ResultOf<typeof adminUserFragment>;

/** First and last name, or the one of them that is set; empty if neither is. */
export function fullName({ first_name, last_name }: { first_name: string | null; last_name: string | null }) {
  return [first_name, last_name].filter(Boolean).join(' ');
}

/** A user's displayed name: first and last name, or the one of them that is set; otherwise the email address. */
export function userName(user: Parameters<typeof fullName>[0] & { email: string }): string {
  return fullName(user) || user.email;
}

/** The words for each role. */
export const roleWords: Record<Caller['role'], string> = { DEVELOPER: 'Developer', ADMIN: 'Admin' };

/** The words for each status. */
export const userStatuses: Record<AdminUser['status'], string> = { ACTIVE: 'Active', DISABLED: 'Disabled' };

/** Whether the invitation is pending: the user may sign in, and never has. */
export const isPending = ({ status, last_sign_in_at }: Pick<AdminUser, 'status' | 'last_sign_in_at'>) =>
  status === 'ACTIVE' && last_sign_in_at === null;

/** Whether the user can no longer sign in with the temporary password. @param now epoch milliseconds */
export const isPasswordExpired = (
  { temporary_password_expires_at }: Pick<AdminUser, 'temporary_password_expires_at'>,
  now: number,
) => temporary_password_expires_at !== null && Number(temporary_password_expires_at) <= now;

/** A user's fields as the console names and writes them, to say what changed. */
export const userFieldWords = {
  first_name: 'First Name',
  last_name: 'Last Name',
  email: 'Email',
  role: { label: 'Role', format: (role: AdminUser['role']) => roleWords[role] },
  scopes: { label: 'Scopes', format: (scopes: AdminUser['scopes']) => scopeWords(scopes) },
  status: { label: 'Status', format: (status: AdminUser['status']) => userStatuses[status] },
} as const;
