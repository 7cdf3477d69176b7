const grouped = new Intl.NumberFormat('en-US', { maximumFractionDigits: 0 });
const compact = new Intl.NumberFormat('en-US', { notation: 'compact', maximumFractionDigits: 1 });

/** A missing or non-finite count is shown as 0, as docs/product.md, "Dashboard" asks of the dashboard's sentences. */
const orZero = (value: number | null | undefined): number =>
  value != null && Number.isFinite(value) ? value : 0;

/** A count for tables, axes and tooltips, thousands grouped so that columns align: `1,204`. */
export const formatCount = (value: number | null | undefined): string => grouped.format(orZero(value));

/** A count for narrow places (axis ticks): `861`, `1.2K`, `3.4M`. */
export const formatCompact = (value: number | null | undefined): string => compact.format(orZero(value));

/** A count with its unit, singular or plural: `1 execution`, `1,204 executions`. */
export const formatQuantity = (value: number, unit: { one: string; other: string }): string =>
  `${formatCount(value)} ${value === 1 ? unit.one : unit.other}`;

const shortest = new Intl.NumberFormat('en-US', { maximumFractionDigits: 6, useGrouping: false });
const decimalsOf = (value: number): number => shortest.format(value).split('.')[1]?.length ?? 0;

/**
 * Writes the numbers of a column with the same number of decimals, so that they align. It is two, or as many as one of
 * them needs, up to six.
 */
export function columnFormat(column: readonly number[]): (value: number) => string {
  const decimals = Math.max(2, ...column.map(decimalsOf));
  const { format } = new Intl.NumberFormat('en-US', {
    minimumFractionDigits: decimals,
    maximumFractionDigits: decimals,
  });
  return format;
}

/** Percent from 0 to 100, rounded to a whole number: `97%`. A missing one is `0%`. */
export function formatPercent(percent: number | null | undefined): string {
  const whole = percent != null && Number.isFinite(percent) ? Math.round(percent) : 0;
  return `${whole}%`;
}

/**
 * The share of a part next to its count: `<1%` for a small one, and `>99%` for almost all. 0% and 100% would deny the
 * count.
 */
export function formatShare(percent: number): string {
  if (percent > 0 && percent < 1) return '<1%';
  return percent >= 99.5 && percent < 100 ? '>99%' : formatPercent(percent);
}

const units = ['bytes', 'KiB', 'MiB', 'GiB', 'TiB'];
const number = new Intl.NumberFormat('en-US', { maximumFractionDigits: 1 });

/** A number of bytes in the largest unit that leaves at least 1: `0 bytes`, `12.4 MiB`, `200 GiB`. */
export function formatBytes(bytes: number): string {
  let value = bytes;
  let unit = 0;
  // A size that rounds to 1,024 is 1 of the next unit.
  while (value >= 1023.95 && unit < units.length - 1) {
    value /= 1024;
    unit += 1;
  }
  return `${number.format(value)} ${bytes === 1 ? 'byte' : units[unit]}`;
}
