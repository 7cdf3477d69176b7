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
