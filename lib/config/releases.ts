/** Each release of CHANGELOG.md with the last SQLite migration that it knows, oldest first. */
export const releases: Readonly<Record<string, string>> = {
  '0.1.0': '0001_ground',
  '0.2.0': '0003_ranked_and_filtered',
  '0.3.0': '0005_known_networks',
  '0.4.0': '0010_usage_alerts',
  '0.5.0': '0010_usage_alerts',
  '0.6.0': '0011_workflows',
  '0.7.0': '0012_measured_models',
  '0.8.0': '0013_bounded_jobs',
  '0.9.0': '0013_bounded_jobs',
  '0.10.0': '0015_searched_jobs',
  '0.11.0': '0015_searched_jobs',
  '0.12.0': '0016_daily_model_usage',
  '0.13.0': '0018_failure_kinds',
  '0.14.0': '0019_files_and_callbacks',
  '0.15.0': '0020_bulk_runs',
  '0.16.0': '0022_kept_prompts',
  '0.17.0': '0030_decision_keys_and_reruns',
  '0.18.0': '0032_listed_files',
};

/** The release of this code, or the last one before it. */
export const version = Object.keys(releases).at(-1) ?? '';

/**
 * The release that a SQLite database belongs to.
 * @param lastMigration that it has
 * @returns the newest one with this migration as its last; null for a state between two releases
 */
export const releaseOf = (lastMigration: string): string | null =>
  Object.entries(releases).findLast(([, last]) => last === lastMigration)?.[0] ?? null;
