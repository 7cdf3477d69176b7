import type { DashboardData } from './dashboard-query';

/** One person's usage, complete: counts, US dollars, percent from 0 to 100. */
export type DeveloperUsage = {
  stats: DashboardData['userDashboardStats'];
  /** Oldest day first. */
  days: DashboardData['usageByUser'];
  /** Most executions first. */
  templates: DashboardData['topTemplatesByUser'];
};

/** The API's answer as usage; null where any part of it is missing, which the screen treats as a failure. */
export function readUsage(data: Partial<DashboardData> | null | undefined): DeveloperUsage | null {
  if (!data?.userDashboardStats || !data.usageByUser || !data.topTemplatesByUser) return null;
  return { stats: data.userDashboardStats, days: data.usageByUser, templates: data.topTemplatesByUser };
}
