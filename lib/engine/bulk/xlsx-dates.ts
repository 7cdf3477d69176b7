/** The built-in formats of dates and times (ECMA-376, 18.8.30), those of East Asia included. */
const builtIn = (id: number): boolean =>
  (id >= 14 && id <= 22) || (id >= 27 && id <= 36) || (id >= 45 && id <= 47) || (id >= 50 && id <= 58);

/** Whether cells with a format hold dates or times. @param code of a format that isn't built in */
export function isDateFormat(id: number, code: string | undefined): boolean {
  if (code === undefined) return builtIn(id);
  // Quoted and escaped text, conditions, and colors don't format the value. [h] does: it counts hours.
  const parts = code
    .replace(/"[^"]*"|\\.|_.|\*./g, '')
    .replace(/\[(?![hms]+\])[^\]]*\]/gi, '')
    .split(';')[0];
  return /[dmyhs]/i.test(parts ?? '') && !/general/i.test(parts ?? '');
}

const DAY_MS = 24 * 60 * 60 * 1_000;

/**
 * The moment of a serial number in ISO 8601, without a time zone, which workbooks don't have. A whole number is a date,
 * a number below 1 is a time, and any other is both.
 * @param from1904 whether the workbook counts from 1904, as those of old Macs do
 */
export function isoOfSerial(serial: number, from1904: boolean): string | null {
  // Excel takes 1900 for a leap year, so days before its March count from another day.
  const epoch = from1904 ? Date.UTC(1904, 0, 1) : Date.UTC(1899, 11, serial < 61 ? 31 : 30);
  const date = new Date(epoch + Math.round(serial * (DAY_MS / 1_000)) * 1_000);
  if (serial < 0 || Number.isNaN(date.getTime()) || date.getUTCFullYear() > 9_999) return null;
  const iso = date.toISOString();
  if (serial < 1) return iso.slice(11, 19);
  return Number.isInteger(serial) ? iso.slice(0, 10) : iso.slice(0, 19);
}
