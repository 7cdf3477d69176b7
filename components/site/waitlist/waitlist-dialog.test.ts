import { expect, test } from 'vitest';
import { waitlistPlans } from '@/lib/config/email-templates';
import { planOffer, planPrices } from './waitlist-dialog';

test('every plan of the waitlist says what it costs and gives', () => {
  expect(waitlistPlans.map(planOffer)).toEqual([
    'Free for 1,000 executions per month.',
    '$29 per month for 10,000 executions, then $0.01 each.',
    '$99 per month for 100,000 executions, then $0.008 each.',
    '$499 per month, with no limit on executions.',
  ]);
  expect(planPrices).toBe('Basic $0 · Starter $29 · Pro $99 · Enterprise $499');
});

test("a plan that isn't on offer says nothing", () => {
  expect(planOffer('Gold')).toBe('');
});
