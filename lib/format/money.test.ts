import { describe, expect, it } from 'vitest';
import {
  formatDollars,
  formatExactDollars,
  formatMoney,
  formatPrice,
  formatPriceTo,
  microsOf,
  sumDollars,
} from './money';

describe('formatDollars', () => {
  it('shows dollars to the cent', () => {
    expect([0, 0.005, 4.12, 4.125, 1204, -3.5].map(formatDollars)).toEqual([
      '$0',
      '$0.01',
      '$4.12',
      '$4.13',
      '$1,204.00',
      '-$3.50',
    ]);
  });
  it('reads a missing amount as nothing', () => {
    expect([null, undefined, Number.NaN, -0].map(formatDollars)).toEqual(['$0', '$0', '$0', '$0']);
  });
});

describe('amounts that would round to nothing', () => {
  it.each([
    ['to the cent', formatDollars, 0.0049, '<$0.01'],
    ['in usage', formatExactDollars, 0.000049, '<$0.0001'],
    ['in full', formatPrice, 0.00000049, '<$0.000001'],
    ['in a column', (amount: number) => formatPriceTo(6, amount), 0.00000049, '<$0.000001'],
  ])('never read as free %s, and never less than nothing', (_, format, amount, text) => {
    expect(format(amount)).toBe(text);
    expect(format(-amount)).toBe(text.replace('<', '>-'));
    expect(format(0)).toBe('$0');
  });
});

describe('prices', () => {
  it('are in full, with cents only if there are any', () => {
    expect([0, 29, 36.5, 99.008, 0.000001, 1204].map((amount) => formatPrice(amount))).toEqual([
      '$0',
      '$29',
      '$36.50',
      '$99.008',
      '$0.000001',
      '$1,204',
    ]);
  });
});

describe('usage costs', () => {
  it('are listed to four decimals', () => {
    expect([0, 0.0042, 1204.5].map(formatExactDollars)).toEqual(['$0', '$0.0042', '$1,204.5000']);
  });
  it('add up to the micro-dollar, however many', () => {
    expect(sumDollars([0.1, 0.2])).toBe(0.3);
    expect(sumDollars(Array<number>(1_000_000).fill(0.000001))).toBe(1);
    expect(sumDollars([])).toBe(0);
  });
  it('are the nearest micro-dollars, though many amounts of dollars are a little less in binary', () => {
    expect([0.000249, 0.000507, 4.35, -0.000249].map(microsOf)).toEqual([249, 507, 4_350_000, -249]);
    expect([0.000_124_499, 0.000_124_5].map(microsOf)).toEqual([124, 125]);
    expect(sumDollars([0.000249, 0.000249])).toBe(0.000498);
  });
});

describe('formatMoney', () => {
  it("writes an amount with its currency's sign and decimals", () => {
    expect([formatMoney(99, 'USD'), formatMoney(1204.5, 'CAD'), formatMoney(1200, 'JPY')]).toEqual([
      '$99.00',
      'CA$1,204.50',
      '¥1,200',
    ]);
    expect([formatMoney(0, 'EUR'), formatMoney(-3.5, 'GBP')]).toEqual(['€0.00', '-£3.50']);
  });
  it('never rounds a micro-unit away', () => {
    expect([0.008, 99.056, 1.000001].map((amount) => formatMoney(amount, 'USD'))).toEqual([
      '$0.008',
      '$99.056',
      '$1.000001',
    ]);
  });
  it("stays readable if the currency isn't a code", () => {
    expect([formatMoney(12.5, 'credits'), formatMoney(12.5, '')]).toEqual(['12.5 credits', '12.5']);
  });
});
