import type { Caller } from '@/lib/config/access';

/** How a role is called on screen. */
export const roleWords: Record<Caller['role'], string> = { DEVELOPER: 'Developer', ADMIN: 'Admin' };
