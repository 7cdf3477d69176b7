import { expect, it } from 'vitest';
import { axisLabel, tooltipLines } from './chart-options';

it('leaves what fits on one line', () => {
  expect(tooltipLines('Extract invoice fields', 40)).toEqual(['Extract invoice fields']);
});

it('breaks the rest between words and loses none', () => {
  expect(tooltipLines('Summarise support ticket thread', 18)).toEqual(['Summarise support', 'ticket thread']);
  expect(tooltipLines('internationalisation check', 10)).toEqual(['internationalisation', 'check']);
  expect(tooltipLines('', 10)).toEqual(['']);
});

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
