import { beforeEach, expect, test } from 'vitest';
import { Breakers } from '@/lib/engine/routing/breakers';

let elapsed: number;
let breakers: Breakers;
beforeEach(() => {
  elapsed = 1_000_000;
  breakers = new Breakers({ elapsed: () => elapsed });
});

const failTimes = (times: number) => {
  for (let count = 0; count < times; count += 1) breakers.fail('one');
};

test('four failures in a row hold nothing back, the fifth does', () => {
  failTimes(4);
  expect(breakers.isOpen('one')).toBe(false);
  failTimes(1);
  expect(breakers.isOpen('one')).toBe(true);
});

test('a success in between begins the count anew', () => {
  failTimes(4);
  breakers.succeed('one');
  failTimes(4);
  expect(breakers.isOpen('one')).toBe(false);
});

test('a call that says nothing about health neither counts nor resets', () => {
  failTimes(4);
  breakers.leave('one', breakers.begin('one'));
  expect(breakers.isOpen('one')).toBe(false);
  failTimes(1);
  expect(breakers.isOpen('one')).toBe(true);
});

test('a circuit stays open for 30 seconds, and only for the model that failed', () => {
  failTimes(5);
  elapsed += 29_999;
  expect(breakers.isOpen('one')).toBe(true);
  expect(breakers.isOpen('two')).toBe(false);
  elapsed += 1;
  expect(breakers.isOpen('one')).toBe(false);
});

test('after that one call at a time is let through', () => {
  failTimes(5);
  elapsed += 30_000;
  const probe = breakers.begin('one');
  expect(breakers.isOpen('one')).toBe(true);
  breakers.leave('one', probe);
  expect(breakers.isOpen('one')).toBe(false);
});

test.each<[string, (call: ReturnType<Breakers['begin']>) => void]>([
  ["says nothing about the model's health", (call) => breakers.leave('one', call)],
  ['fails', (call) => breakers.fail('one', call)],
])('a call that began before the circuit opened, and %s, lets no second probe through', (_how, end) => {
  const call = breakers.begin('one');
  failTimes(5);
  elapsed += 30_000;
  const probe = breakers.begin('one');
  end(call);
  elapsed += 30_000;
  expect(breakers.isOpen('one')).toBe(true);
  breakers.leave('one', probe);
  expect(breakers.isOpen('one')).toBe(false);
});

test('a successful probe closes the circuit; a failed probe keeps it open for another 30 seconds', () => {
  failTimes(5);
  elapsed += 30_000;
  breakers.fail('one', breakers.begin('one'));
  elapsed += 29_999;
  expect(breakers.isOpen('one')).toBe(true);
  elapsed += 1;
  breakers.begin('one');
  breakers.succeed('one');
  expect(breakers.isOpen('one')).toBe(false);
  failTimes(4);
  expect(breakers.isOpen('one')).toBe(false);
});

test('an open circuit says since when it has been open, through failed trials, and until when', () => {
  failTimes(4);
  expect(breakers.circuitOf('one')).toBeNull();
  failTimes(1);
  elapsed += 10_000;
  expect(breakers.circuitOf('one')).toEqual({
    failures: 5,
    millisecondsOpen: 10_000,
    millisecondsLeft: 20_000,
  });
  elapsed += 20_000;
  expect(breakers.circuitOf('one')).toMatchObject({ millisecondsLeft: 0 });
  breakers.fail('one', breakers.begin('one'));
  expect(breakers.circuitOf('one')).toEqual({
    failures: 6,
    millisecondsOpen: 30_000,
    millisecondsLeft: 30_000,
  });
  expect(breakers.of('another account').circuitOf('one')).toBeNull();
  breakers.succeed('one');
  expect(breakers.circuitOf('one')).toBeNull();
});
