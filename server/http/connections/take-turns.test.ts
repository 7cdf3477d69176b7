import { EventEmitter } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { setTimeout as delay, setImmediate as nextTurn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { takeTurns } from './take-turns';

/** Takes in named requests, which end when the test says so, by a clock that the test sets. */
function turns({ known = [] as string[], large = [] as string[] } = {}) {
  const begun: string[] = [];
  const underWay = new Map<string, EventEmitter>();
  const clientOf = ({ headers }: IncomingMessage) => String(headers.client);
  const server = new EventEmitter();
  const clock = { now: 0 };
  const endTurns = new Map<string, () => void>();
  const take = takeTurns(
    server,
    (request, response, endTurn) => {
      begun.push(String(request.url));
      endTurns.set(String(request.url), endTurn);
      underWay.set(String(request.url), response);
    },
    {
      clientOf,
      laneOf: (request) => {
        if (large.includes(clientOf(request))) return 'large';
        return known.includes(clientOf(request)) ? 'known' : 'strangers';
      },
      now: () => clock.now,
    },
  );
  const sockets = new Map<string, { destroyed: boolean }>();
  return {
    begun,
    clock,
    connect: () => server.emit('connection'),
    ask: (client: string, url: string) => {
      const socket = {
        destroyed: false,
        destroy: () => {
          socket.destroyed = true;
        },
      };
      sockets.set(url, socket);
      const request = { headers: { client }, url, socket } as unknown as IncomingMessage;
      take(request, new EventEmitter() as ServerResponse);
    },
    endTurn: (url: string) => endTurns.get(url)?.(),
    isCut: (url: string) => sockets.get(url)?.destroyed,
    leave: (url: string) => Object.assign(sockets.get(url) ?? {}, { destroyed: true }),
    /** Ends all that is under way, and lets others begin. */
    endAll: async () => {
      for (const response of underWay.values()) response.emit('close');
      underWay.clear();
      await nextTurn();
    },
  };
}

const crowd = Array.from({ length: 100 }, (_, index) => index);

test('one client’s requests begin in their order, some at once, and finally all of them', async () => {
  const { ask, begun, endAll } = turns();
  for (const number of crowd) ask('one', String(number));
  expect(begun).toEqual([]);
  await nextTurn();
  expect(begun).toEqual(crowd.slice(0, 8).map(String));
  for (let round = 0; round < 12; round += 1) await endAll();
  expect(begun).toEqual(crowd.map(String));
  ask('one', 'last');
  await nextTurn();
  expect(begun.at(-1)).toBe('last');
});

test('a stranger waits for one request of each other client, not for all their requests', async () => {
  const { ask, begun, endAll } = turns();
  for (const number of crowd) for (const client of ['first', 'second']) ask(client, `${client} ${number}`);
  await nextTurn();
  ask('other', 'other');
  await endAll();
  expect(begun.indexOf('other')).toBeGreaterThan(0);
  expect(begun.indexOf('other')).toBeLessThan(8 + 3);
});

test('large requests begin two at a time, and delay no others', async () => {
  const { ask, begun, endAll } = turns({ large: ['uploader'], known: ['known'] });
  for (const number of crowd) ask('uploader', `large ${number}`);
  ask('known', 'small');
  await nextTurn();
  expect(begun).toEqual(['small', 'large 0', 'large 1']);
  await endAll();
  expect(begun.slice(3)).toEqual(['large 2', 'large 3']);
});

test('a request that only waits lets the next one of its lane begin', async () => {
  const { ask, begun, endTurn } = turns({ large: ['caller'] });
  for (const url of ['first', 'second', 'third']) ask('caller', url);
  await nextTurn();
  endTurn('first');
  await nextTurn();
  expect(begun).toEqual(['first', 'second', 'third']);
});

test('a known client doesn’t wait for a crowd of strangers', async () => {
  const { ask, begun } = turns({ known: ['known'] });
  for (const number of crowd) ask(`stranger ${number}`, String(number));
  await nextTurn();
  ask('known', 'known');
  await nextTurn();
  expect(begun.slice(8)).toEqual(['known']);
});

test('requests that wait for something else don’t delay others', async () => {
  const { ask, begun, clock } = turns();
  for (const number of crowd.slice(0, 40)) ask(`slow ${number}`, String(number));
  ask('other', 'other');
  for (let round = 0; round < 300 && !begun.includes('other'); round += 1) {
    await delay(10);
    clock.now += 100;
  }
  expect(begun).toContain('other');
});

test('while connections arrive, requests wait for them, but not forever', async () => {
  const { ask, begun, connect, clock } = turns();
  connect();
  ask('one', 'first');
  for (let turn = 0; turn < 5; turn += 1) {
    await nextTurn();
    connect();
  }
  expect(begun).toEqual([]);
  await nextTurn();
  await nextTurn();
  expect(begun).toEqual(['first']);

  ask('one', 'second');
  for (let turn = 0; turn < 10; turn += 1) {
    connect();
    await nextTurn();
  }
  expect(begun).toEqual(['first']);
  clock.now += 60;
  connect();
  await nextTurn();
  expect(begun).toEqual(['first', 'second']);
});

test('the requests that wait are bounded, per client and overall; more are cut', async () => {
  const { ask, isCut } = turns();
  for (let number = 0; number < 3_000; number += 1) ask('one', String(number));
  expect([isCut('2499'), isCut('2500'), isCut('2999')]).toEqual([false, true, true]);
  for (let number = 3_000; number < 6_000; number += 1) ask(`client ${number}`, String(number));
  expect([isCut('5499'), isCut('5500')]).toEqual([false, true]);
});

test('a client that has sent thousands of requests costs the same per request as another', async () => {
  const { ask, begun, endAll } = turns();
  for (let number = 0; number < 2_500; number += 1) ask('one', String(number));
  for (let round = 0; begun.length < 2_500 && round < 1_000; round += 1) await endAll();
  expect(begun).toEqual(Array.from({ length: 2_500 }, (_, number) => String(number)));
});

test('an abandoned request doesn’t begin, and takes no turn', async () => {
  const { ask, begun, leave } = turns();
  for (const number of crowd) ask('gone', String(number));
  for (const number of crowd) leave(String(number));
  ask('other', 'other');
  await nextTurn();
  expect(begun).toEqual(['other']);
});
