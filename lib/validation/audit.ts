import { z } from 'zod';
import { auditActions } from '@/lib/config/audit-actions';
import { calendarDate } from '@/lib/validation/calendar-date';

export const auditFilters = z.object({
  userId: z.string().nullish(),
  action: z.enum(auditActions, 'There is no such action.').nullish(),
  /** First and last UTC day, both included. */
  from: calendarDate.nullish(),
  to: calendarDate.nullish(),
});

export type AuditFilters = Omit<z.input<typeof auditFilters>, 'action'> & { action?: string | null };
