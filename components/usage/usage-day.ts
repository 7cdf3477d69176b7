/** A UTC day of metered work, as the API answers it; the cost in US dollars. */
export interface UsageDay {
  date: string;
  requestCount: number;
  totalTokens: number;
  totalCost: number;
}

/** A stretch of UTC days, both ends included. */
export interface DaySpan {
  from: string;
  to: string;
}
