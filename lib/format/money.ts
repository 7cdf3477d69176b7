import { nanosOfDollars } from '@/lib/rules/nano-dollars';

const dollars = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' });

/** No cost, on every screen alike; only amounts of invoices have their currency's decimals. */
const NOTHING = '$0';

/**
 * An amount that would round to nothing, which reads as free, is less than the least that is shown: `<$0.01`.
 * @param places the most decimals of the format
 */
function unlessTiny(amount: number, places: number, format: Intl.NumberFormat): string {
  const least = 10 ** -places;
  if (amount === 0) return NOTHING;
  if (Math.abs(amount) >= least / 2) return format.format(amount);
  return amount > 0 ? `<${format.format(least)}` : `>${format.format(-least)}`;
}

/** An amount of US dollars to the cent: `$4.12`, `$1,204.00`, `-$3.50`. None, or a missing one, is `$0`. */
export const formatDollars = (amount: number | null | undefined): string =>
  unlessTiny(Number.isFinite(amount) ? Number(amount) || 0 : 0, 2, dollars);

const exact = new Intl.NumberFormat('en-US', {
  style: 'currency',
  currency: 'USD',
  minimumFractionDigits: 4,
  maximumFractionDigits: 4,
});

/** US dollars to four decimals, as usage is listed (docs/product.md, "Formats"): `$0.0042`. */
export const formatExactDollars = (amount: number): string => unlessTiny(amount, 4, exact);

/** The decimals of a micro-dollar. */
const MOST_PLACES = 6;

const price = new Intl.NumberFormat('en-US', {
  style: 'currency',
  currency: 'USD',
  maximumFractionDigits: MOST_PLACES,
  trailingZeroDisplay: 'stripIfInteger',
});

/**
 * US dollars in full, with cents only if there are any: `$29`, `$36.50`, `$0.008`. Every price of a plan has this form;
 * every amount that is due, or compared as such, has `formatMoney`'s.
 */
export const formatPrice = (amount: number): string => formatPriceTo(0, amount);

/** The same with at least so many decimals, for columns; 0: as few as the amount needs. */
export const formatPriceTo = (places: number, amount: number): string =>
  unlessTiny(amount, Math.max(places, MOST_PLACES), places > 0 ? priceOf(places) : price);

const pricesByPlaces = new Map<number, Intl.NumberFormat>();

function priceOf(places: number): Intl.NumberFormat {
  let format = pricesByPlaces.get(places);
  if (!format) {
    const digits = { minimumFractionDigits: places, maximumFractionDigits: Math.max(places, MOST_PLACES) };
    format = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD', ...digits });
    pricesByPlaces.set(places, format);
  }
  return format;
}

const MICROS = 1e6;

/** US dollars as whole micro-dollars. Costs have whole nano-dollars, of which half a thousand is rounded up. */
export const microsOf = (amount: number): number => Math.round(nanosOfDollars(amount) / 1e3);

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
