const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

/** Every bound the product enforces. Durations are milliseconds, sizes bytes. */
export const limits = {
  session: { lifetime: 30 * DAY, userAgent: 300 },
  /** How exactly the last use of a session or key is kept. */
  lastUse: { touchEvery: MINUTE },
  signIn: { failures: 10, window: 15 * MINUTE },
  password: { min: 8, max: 256 },
  email: { max: 254 },
  personName: { max: 120 },
  accountName: { max: 120 },
  apiKeyName: { max: 80 },
  billingField: { max: 200 },
  accountSettings: { maxBytes: 16 * 1024, depth: 20 },
  search: { max: 200 },
  invoice: { paymentTerm: 14 * DAY },
  list: { max: 1_000 },
  top: { default: 5, max: 100 },
  usage: { defaultDays: 30, defaultWeeks: 12, defaultMonths: 12, maxDays: 1_100 },
  graphql: { bodyBytes: 256 * 1024, depth: 24, aliases: 30, directives: 20, tokens: 2_000 },
} as const;
