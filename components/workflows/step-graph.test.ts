import { expect, test } from 'vitest';
import { stepGraph } from './step-graph';

const graphOf = (steps: Record<string, string[]>) => {
  const { lanes, rows } = stepGraph(Object.entries(steps).map(([id, waitsFor]) => ({ id, waitsFor })));
  /** `0^v-` is a line in the first lane from the row above to the row below, with a branch to the step. */
  const lines = rows.map((row) =>
    row.map(({ lane, up, down, toStep }) => `${lane}${up ? '^' : ''}${down ? 'v' : ''}${toStep ? '-' : ''}`),
  );
  return { lanes, lines };
};

test('steps without dependencies have no lines', () => {
  expect(graphOf({ a: [], b: [] })).toEqual({ lanes: 0, lines: [[], []] });
  expect(stepGraph([{ id: 'a', waitsFor: null }]).lanes).toBe(0);
});

test('a chain is one line', () => {
  expect(graphOf({ a: [], b: ['a'], c: ['b'] })).toEqual({
    lanes: 1,
    lines: [['0v-'], ['0^-', '0v-'], ['0^-']],
  });
});

test('a line passes the steps between its ends, and lines that overlap have lanes of their own', () => {
  expect(graphOf({ a: [], b: [], c: ['b'], d: ['a', 'c'] })).toEqual({
    lanes: 2,
    lines: [['0v-'], ['0^v', '1v-'], ['0^v', '1^-', '1v-'], ['0^-', '1^-']],
  });
});
