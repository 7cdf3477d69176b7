const SPACE = '[ \\u00a0\\u202f]';

/** A number as people write it, with separators of thousands and decimals in any style; to be put into a pattern. */
export const NUMBER = `-?(?:\\d{1,3}(?:${SPACE}\\d{3}){1,6}(?!\\d)(?:[.,]\\d{1,9})?|\\d(?:[\\d.,'’]{0,30}\\d)?)`;

/**
 * The value of a number in English, German, French or Swiss notation: `1,234.50`, `1.234,50`, `1 234,50`, `1'234.50`.
 * A single separator before exactly three digits separates thousands.
 * @returns null if it isn't a number, as in `1.2.3,4.5`
 */
export function readNumber(written: string): number | null {
  const compact = written.replace(/[\s'’]/g, '');
  const point = compact.lastIndexOf('.');
  const comma = compact.lastIndexOf(',');
  const last = Math.max(point, comma);
  const separators = compact.match(/[.,]/g)?.length ?? 0;
  const both = point >= 0 && comma >= 0;
  const groups = /^-?[1-9]\d{0,2}(?:[.,]\d{3})+$/.test(compact) && !both;
  const decimal = last >= 0 && (both || (separators === 1 && !groups));
  const whole = (decimal ? compact.slice(0, last) : compact).replace(/[.,]/g, '');
  if (separators > 1 && !both && !groups) return null;
  const value = Number(decimal ? `${whole}.${compact.slice(last + 1)}` : whole);
  return compact !== '' && Number.isFinite(value) ? value : null;
}
