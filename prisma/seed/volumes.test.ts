import { describe, expect, test } from 'vitest';
import { addDays, addMonths, type Day, dayOf, monthOf } from '@/lib/rules/day';
import { acmeVolume, OVERAGE_MONTH_AGO } from '@/prisma/seed/acme/acme-usage';
import { globexVolume } from '@/prisma/seed/globex/globex-usage';

const STARTER_LIMIT = 10_000;
const everyDayOfFourYears = Array.from({ length: 1_461 }, (_, index) => addDays('2026-01-01', index));

function byMonth(volume: Map<Day, number>): Map<Day, number> {
  const months = new Map<Day, number>();
  for (const [day, count] of volume) months.set(monthOf(day), (months.get(monthOf(day)) ?? 0) + count);
  return months;
}

const sumOf = (volume: Map<Day, number>) => [...volume.values()].reduce((sum, count) => sum + count, 0);

describe('whatever the day the demo data is seeded on', () => {
  test('Acme has 60,000 executions in 120 days, and went over Starter in one month only', () => {
    for (const today of everyDayOfFourYears) {
      const volume = acmeVolume(today);
      expect([...volume.keys()].at(-1)).toBe(today);
      expect(volume.size).toBe(120);
      expect(Math.abs(sumOf(volume) - 60_000)).toBeLessThan(50);
      const overage = addMonths(today, -OVERAGE_MONTH_AGO);
      for (const [month, count] of byMonth(volume)) {
        if (month < overage) expect(count, `${month}, seeded on ${today}`).toBeLessThan(STARTER_LIMIT);
        if (month === overage) expect(count, `${month}, on ${today}`).toBeGreaterThan(STARTER_LIMIT);
      }
    }
  });

  test('Globex went over Starter last month, and in no month before', () => {
    for (const today of everyDayOfFourYears) {
      const months = byMonth(globexVolume(today));
      expect(months.get(addMonths(today, -1)), today).toBeGreaterThan(STARTER_LIMIT + 500);
      expect(months.get(addMonths(today, -2)), today).toBeLessThan(STARTER_LIMIT);
    }
  });

  test('a day has the same size each time', () => {
    const today = dayOf(new Date());
    expect(acmeVolume(today)).toEqual(acmeVolume(today));
  });
});
