import { scopeWords } from '@/components/auth/admin/scope-words';
import type { AdminUser } from './admin-user';
import { roleWords } from './role-words';

/** A user's fields as the console names and writes them, for telling what changed. */
export const userFieldWords = {
  first_name: 'First Name',
  last_name: 'Last Name',
  email: 'Email',
  role: { label: 'Role', format: (role: AdminUser['role']) => roleWords[role] },
  scopes: { label: 'Scopes', format: (scopes: AdminUser['scopes']) => scopeWords(scopes) },
  status: {
    label: 'Status',
    format: (status: AdminUser['status']) => (status === 'ACTIVE' ? 'Active' : 'Disabled'),
  },
} as const;
