import { isPostgresUrl } from '@/lib/config/database-url';
import { fileReadiness } from './file-readiness';
import type { Hindrance } from './hindrance';
import { postgresReadiness } from './postgres-readiness';

/**
 * @param databaseUrl of a migrated database
 * @returns finds what keeps the site from serving
 */
export const readinessCheck = (databaseUrl: string): (() => Promise<Hindrance | undefined>) =>
  isPostgresUrl(databaseUrl) ? postgresReadiness(databaseUrl) : fileReadiness(databaseUrl);
