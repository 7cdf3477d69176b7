import { expect, it } from 'vitest';
import { axisLabel } from './axis-label';

it('keeps a name that fits', () => {
  expect(axisLabel('Summarise ticket', 16)).toBe('Summarise ticket');
});

it('cuts a longer one, without a space before the ellipsis', () => {
  expect(axisLabel('Summarise ticket', 12)).toBe('Summarise t…');
  expect(axisLabel('Summarise ticket', 11)).toBe('Summarise…');
});

it('leaves enough to tell names apart, and characters whole', () => {
  expect(axisLabel('Translation', 1)).toBe('Trans…');
  expect(axisLabel('🚂🚂🚂🚂🚂🚂🚂', 6)).toBe('🚂🚂🚂🚂🚂…');
});
