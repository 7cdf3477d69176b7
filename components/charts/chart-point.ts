/** One number of a chart, as the chart, its tooltip and its table show it. */
export type ChartPoint = {
  /** Unique among the points: a date, an id, a name. */
  key: string;
  /** The short name on the axis: `Nov 3`. */
  label: string;
  /** The whole name, in the tooltip and the table: `Tue, Nov 3, 2026 UTC`. */
  fullLabel: string;
  value: number;
  /** What else the tooltip says of it, a line each: `$4.12`. */
  details?: readonly string[];
  /** What it counts is not over yet, as today is; the line up to it is dashed. */
  unfinished?: boolean;
  /** It stands for all that have no name of their own; drawn quieter. */
  isRest?: boolean | undefined;
};

/** What is counted, in both numbers: `{ one: 'execution', other: 'executions' }`. */
export type ChartUnit = { one: string; other: string };

/** What every chart is given. */
export type ChartProps = {
  points: readonly ChartPoint[];
  unit: ChartUnit;
  /** The chart in a sentence or two, for those who do not see it. */
  summary: string;
};
