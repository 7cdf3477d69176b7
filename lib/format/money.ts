const dollars = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' });

/** Smaller amounts would round to $0.00, which reads as free. */
const halfACent = 0.005;

/**
 * An amount of US dollars to the cent: `$4.12`, `$1,204.00`, `-$3.50`.
 * A real amount too small for two decimals reads `<$0.01`; a missing one `$0.00`.
 */
export function formatDollars(amount: number | null | undefined): string {
  if (amount == null || !Number.isFinite(amount) || amount === 0) return dollars.format(0);
  if (Math.abs(amount) < halfACent) return amount > 0 ? '<$0.01' : '>-$0.01';
  return dollars.format(amount);
}

const exact = new Intl.NumberFormat('en-US', {
  style: 'currency',
  currency: 'USD',
  minimumFractionDigits: 4,
  maximumFractionDigits: 4,
});

/** US dollars to four decimals, as usage is listed (docs/product.md, "Formats"): `$0.0042`. */
export const formatExactDollars = (amount: number): string => exact.format(amount);

const price = new Intl.NumberFormat('en-US', {
  style: 'currency',
  currency: 'USD',
  maximumFractionDigits: 6,
  trailingZeroDisplay: 'stripIfInteger',
});

/** US dollars in full, as plans are priced, with cents only if there are any: `$29`, `$36.50`, `$0.008`. */
export const formatPrice = (amount: number): string => price.format(amount);

/** The same with at least so many decimals, for columns; 0: as few as the amount needs. */
export const formatPriceTo = (places: number, amount: number): string =>
  (places > 0 ? priceOf(places) : price).format(amount);

const pricesByPlaces = new Map<number, Intl.NumberFormat>();

function priceOf(places: number): Intl.NumberFormat {
  let format = pricesByPlaces.get(places);
  if (!format) {
    const digits = { minimumFractionDigits: places, maximumFractionDigits: Math.max(places, 6) };
    format = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD', ...digits });
    pricesByPlaces.set(places, format);
  }
  return format;
}

const MICROS = 1e6;

/** US dollars as whole micro-dollars. */
export const microsOf = (amount: number): number => Math.round(amount * MICROS);

/** Micro-dollars as US dollars. */
export const dollarsOf = (micros: number): number => micros / MICROS;

/** Adds up amounts of US dollars in micro-dollars, so that rounding errors don't add up. */
export const sumDollars = (amounts: readonly number[]): number =>
  dollarsOf(amounts.reduce((sum, amount) => sum + microsOf(amount), 0));

const currencies = new Map<string, Intl.NumberFormat>();

/**
 * An amount of money as it's charged, in full: as many decimals as the currency has, more only if the amount does.
 * `$99.00`, `CA$1,204.50`, `¥1,200`, `$0.008`.
 * @param amount in the currency's major unit
 * @param currency ISO 4217 code; anything else is appended as it is
 */
export function formatMoney(amount: number, currency: string): string {
  if (!/^[A-Z]{3}$/i.test(currency)) return `${amount} ${currency}`.trim();
  let format = currencies.get(currency);
  if (!format) {
    format = new Intl.NumberFormat('en-US', { style: 'currency', currency, maximumFractionDigits: 6 });
    currencies.set(currency, format);
  }
  return format.format(amount);
}
