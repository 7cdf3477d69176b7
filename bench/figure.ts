/** The limit for a figure's ratio. */
type Bar = { atLeast: number } | { atMost: number };

/** One line of the table. */
export interface Figure {
  /** The measured subject. */
  name: string;
  /** Of `measured` and `floor`. */
  unit: string;
  /** Median over the rounds. */
  measured: number;
  /** Median over the rounds of what it is compared with. */
  floor: number;
  /** Median over the rounds of measured / floor. */
  ratio: number;
  /** Null for a figure that only informs. */
  bar: Bar | null;
  /** Whether the ratio keeps to the bar; null without one. */
  meetsBar: boolean | null;
  /** The measured value's name on the landing page, for a figure that is shown there. */
  landing?: string | undefined;
}

/** The values of a figure, one per round. */
interface Rounds {
  name: string;
  unit: string;
  measured: readonly number[];
  floor: readonly number[];
  bar?: Bar | undefined;
  landing?: string | undefined;
}

export function figure({ name, unit, measured, floor, bar, landing }: Rounds): Figure {
  const ratio = medianRatio(measured, floor);
  const values = { name, unit, measured: median(measured), floor: median(floor), ratio, landing };
  if (!bar) return { ...values, bar: null, meetsBar: null };
  return { ...values, bar, meetsBar: 'atLeast' in bar ? ratio >= bar.atLeast : ratio <= bar.atMost };
}

/** The middle value, or the mean of the two in the middle; NaN without values. */
export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const half = sorted.length >> 1;
  const upper = sorted[half] ?? Number.NaN;
  return sorted.length % 2 === 1 ? upper : (upper + (sorted[half - 1] ?? Number.NaN)) / 2;
}

/**
 * The median of the ratios of each round. Other work on the machine slows both values of a round, while the two
 * medians may come from different rounds.
 */
const medianRatio = (measured: readonly number[], floor: readonly number[]): number =>
  median(measured.map((value, round) => value / (floor[round] ?? Number.NaN)));

const titles = ['what', 'unit', 'measured', 'floor', 'ratio', 'bar', ''];
const number = new Intl.NumberFormat('en', { maximumSignificantDigits: 4 });

/** A table of figures for a terminal, with numbers aligned to the right. */
export function table(figures: readonly Figure[]): string {
  const rows = [titles, ...figures.map(cells)];
  const widths = titles.map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  const pad = (text: string, column: number) =>
    column >= 2 && column <= 4 ? text.padStart(widths[column] ?? 0) : text.padEnd(widths[column] ?? 0);
  return rows.map((row) => row.map(pad).join('  ').trimEnd()).join('\n');
}

function cells({ name, unit, measured, floor, ratio, bar, meetsBar: holds }: Figure): string[] {
  const barText = !bar ? '' : 'atLeast' in bar ? `≥ ${bar.atLeast}` : `≤ ${bar.atMost}`;
  const verdict = holds === null ? '' : holds ? 'holds' : 'falls short';
  return [name, unit, number.format(measured), number.format(floor), ratio.toFixed(2), barText, verdict];
}
