/** The percentages of an account's limit that an admin can choose as usage alerts, ascending. */
export const usageAlertPercents = [50, 80, 100] as const;

/** Those of an account that has never chosen. */
export const defaultUsageAlerts: readonly number[] = [80, 100];
