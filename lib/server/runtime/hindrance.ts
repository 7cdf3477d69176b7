import { databaseFailureCause, errorCode } from '@/lib/server/database/database-failure';
import { Stop } from '@/scripts/console/stop.mjs';

/** Why the site can't serve. */
export interface Hindrance {
  /** For everyone to read. */
  cause: string;
  /** For the log; may name files. */
  detail?: string;
}

/** Describes a failed check of the database. */
export function hindranceOf(error: unknown): Hindrance {
  const { message } = error as Error;
  if (error instanceof Stop)
    return { cause: "The database doesn't fit this version of the site.", detail: message };
  return {
    cause: databaseFailureCause(error) ?? "The database can't be used.",
    detail: `${errorCode(error)} ${message}`.trim(),
  };
}
