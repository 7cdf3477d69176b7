import type { Day } from './day';

/** The years in which days are asked for or stored: there they compare as text, and both databases keep them. */
export const years = { first: '1970-01-01', last: '2999-12-31' };

/** The error for a day outside those years; null for a day inside. */
export const yearProblem = (day: Day): string | null =>
  day < years.first || day > years.last ? 'Choose a day in the years 1970 to 2999.' : null;
