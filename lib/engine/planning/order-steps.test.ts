import fc from 'fast-check';
import { expect, test } from 'vitest';
import { orderSteps } from '@/lib/engine/planning/order-steps';
import type { StepInput } from '@/lib/engine/workflow';

const step = (id: string, ...dependsOn: string[]): StepInput => ({
  id,
  task: 'generation',
  ...(dependsOn.length > 0 && { dependsOn }),
});

/** A graph without circles: each step may depend on earlier ones; then the list is shuffled. */
const graphs = fc
  .integer({ min: 1, max: 50 })
  .chain((count) =>
    fc.tuple(
      fc.tuple(
        ...Array.from({ length: count }, (_, index) =>
          fc.subarray([...Array(index).keys()], { maxLength: Math.min(index, 6) }),
        ),
      ),
      fc.shuffledSubarray([...Array(count).keys()], { minLength: count }),
    ),
  )
  .map(([dependencies, order]) =>
    order.map((index) => step(`s${index}`, ...(dependencies[index] ?? []).map((other) => `s${other}`))),
  );

test('every graph without circles is ordered: a wave is one more than the latest that it waits for', () => {
  fc.assert(
    fc.property(graphs, (steps) => {
      const { faults, waitsFor, reads, upstream, waves } = orderSteps('DEPENDENCY', steps);
      expect(faults).toEqual([]);
      for (const [position, { dependsOn }] of steps.entries()) {
        const direct = (dependsOn ?? []).map((id) => steps.findIndex((other) => other.id === id));
        expect(waitsFor[position]).toEqual(direct);
        expect(reads[position]).toEqual(direct);
        const all = new Set(direct.flatMap((other) => [other, ...(upstream[other] ?? [])]));
        expect(upstream[position]).toEqual(all);
        expect(waves[position]).toBe(1 + Math.max(0, ...direct.map((other) => waves[other] ?? 0)));
      }
    }),
  );
});

test('a graph with one dependency too many, which closes a circle, is refused; and only once', () => {
  fc.assert(
    fc.property(fc.integer({ min: 2, max: 50 }), fc.nat(), (count, from) => {
      const ids = [...Array(count).keys()].map((index) => `s${(index + from) % count}`);
      const ring = ids.map((id, index) => step(id, ids[(index + 1) % count] ?? id));
      const { faults, waves } = orderSteps('DEPENDENCY', ring);
      expect(faults.map(({ code }) => code)).toEqual(['DEPENDENCY_CYCLE']);
      expect(waves.every((wave) => wave >= 1)).toBe(true);
    }),
  );
});

test('the fault of a circle names the ids along it', () => {
  const { faults } = orderSteps('DEPENDENCY', [step('a', 'b'), step('b', 'c'), step('c', 'a'), step('d')]);
  expect(faults).toEqual([
    {
      path: 'steps[2].dependsOn',
      code: 'DEPENDENCY_CYCLE',
      message: 'Steps wait for each other: a → b → c → a.',
    },
  ]);
});

test('two circles are two faults', () => {
  const steps = [step('a', 'b'), step('b', 'a'), step('c', 'd'), step('d', 'c')];
  const { faults } = orderSteps('DEPENDENCY', steps);
  expect(faults.map(({ path }) => path)).toEqual(['steps[1].dependsOn', 'steps[3].dependsOn']);
});

test("a step that waits for itself, or for a step that doesn't exist, is a fault", () => {
  const { faults } = orderSteps('DEPENDENCY', [step('a', 'a', 'b')]);
  expect(faults.map(({ path, code }) => [path, code])).toEqual([
    ['steps[0].dependsOn[0]', 'DEPENDENCY_CYCLE'],
    ['steps[0].dependsOn[1]', 'DEPENDENCY_UNKNOWN'],
  ]);
});

test('a dependency that is named twice counts once', () => {
  expect(orderSteps('DEPENDENCY', [step('a'), step('b', 'a', 'a')])).toMatchObject({
    faults: [],
    waitsFor: [[], [0]],
  });
});

test('SEQUENTIAL steps wait for the one before, and read it unless they name what they read', () => {
  const order = orderSteps('SEQUENTIAL', [step('a'), step('b'), step('c', 'a')]);
  expect(order).toMatchObject({
    faults: [],
    waitsFor: [[], [0], [1, 0]],
    reads: [[], [0], [0]],
    waves: [1, 2, 3],
  });
});

test("a SEQUENTIAL step can't wait for a later one", () => {
  const { faults } = orderSteps('SEQUENTIAL', [step('a', 'b'), step('b')]);
  expect(faults).toMatchObject([{ path: 'steps[0].dependsOn[0]', code: 'DEPENDENCY_CYCLE' }]);
});

test('PARALLEL steps all start at once; a dependency of such a step is a fault', () => {
  expect(orderSteps('PARALLEL', [step('a'), step('b')]).waves).toEqual([1, 1]);
  expect(orderSteps('PARALLEL', [step('a'), step('b', 'a', 'a')]).faults).toMatchObject([
    { path: 'steps[1].dependsOn', code: 'STEP_VALUE_INVALID' },
  ]);
});
