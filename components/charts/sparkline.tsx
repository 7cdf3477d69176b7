interface SparklineProps {
  /** One per day, in order; null on days without one, which the line crosses. */
  values: readonly (number | null)[];
  /** The value at the bottom; the highest value is at the top. */
  floor?: number;
  /** The last value isn't final: the line to it is dashed. */
  unfinished?: boolean;
}

/**
 * A small line without axes, as wide as its place. Only the shape of numbers that the page says in words, so screen
 * readers skip it.
 */
export function Sparkline({ values, floor = 0, unfinished = false }: SparklineProps) {
  const points = sparklinePoints(values, floor);
  const split = unfinished ? points.length - 1 : points.length;
  return (
    <svg
      aria-hidden="true"
      className="block h-7 w-full overflow-visible fill-none stroke-[1.5px] stroke-signal"
      preserveAspectRatio="none"
      strokeLinecap="round"
      strokeLinejoin="round"
      viewBox="0 0 100 28"
    >
      <path d={pathOf(points.slice(0, split))} vectorEffect="non-scaling-stroke" />
      {unfinished && (
        <path
          d={pathOf(points.slice(Math.max(0, split - 1)))}
          strokeDasharray="2 3"
          vectorEffect="non-scaling-stroke"
        />
      )}
    </svg>
  );
}

/** A line's points in a box of 100 by 28; without any value over the floor, it's flat. */
export function sparklinePoints(values: readonly (number | null)[], floor: number): [x: number, y: number][] {
  const top = Math.max(...values.map((value) => value ?? floor));
  const range = top - floor || 1;
  const step = values.length > 1 ? 100 / (values.length - 1) : 0;
  return values.flatMap((value, index) =>
    value === null ? [] : [[hundredth(index * step), hundredth(28 - (28 * (value - floor)) / range)]],
  );
}

const hundredth = (value: number) => Math.round(value * 100) / 100;

/** A single point is drawn as a dot. */
const pathOf = (points: readonly [number, number][]): string =>
  points.length === 0
    ? ''
    : `M${points.map((point) => point.join(' ')).join('L')}${points.length === 1 ? 'h0' : ''}`;
