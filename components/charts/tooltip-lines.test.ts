import { expect, it } from 'vitest';
import { tooltipLines } from './tooltip-lines';

it('leaves what fits on one line', () => {
  expect(tooltipLines('Extract invoice fields', 40)).toEqual(['Extract invoice fields']);
});

it('breaks the rest between words and loses none', () => {
  expect(tooltipLines('Summarise support ticket thread', 18)).toEqual(['Summarise support', 'ticket thread']);
  expect(tooltipLines('internationalisation check', 10)).toEqual(['internationalisation', 'check']);
  expect(tooltipLines('', 10)).toEqual(['']);
});
