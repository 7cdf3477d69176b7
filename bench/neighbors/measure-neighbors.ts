import { setTimeout as delay } from 'node:timers/promises';
import { type Figure, figure } from '@/bench/figure';
import { p99 } from '@/bench/workflows/timed-calls';
import { setUpBuild } from '@/commands/set-up/set-up-server';
import { limits } from '@/lib/config/limits';
import { step } from '@/scripts/console/step.mjs';
import { Stop } from '@/scripts/console/stop.mjs';
import { type Neighborhood, openNeighborhood, type Watched } from '@/testing/neighbors/neighborhood';
import { type Attacker, attacker } from './attacker';
import { type Attack, attacks as ofAccounts } from './attacks';
import { floods } from './floods';

/** Milliseconds. */
const WARM_UP = 3_000;
const IDLE = 5_000;
const MINUTE = 60_000;
const BEFORE_THIRD = 2_000;

/** The allowed time of the neighbor's calls (ms), and the server's allowed memory over idle (MB). */
const MOST = { p99: 100, slowest: 1_000, memory: 400 };

const attacks: Record<string, Attack> = { ...ofAccounts, ...floods };

const crowds = { 'one client': 1, 'twenty clients': 20 };

/**
 * Attacks the built site in every way of `attacks.ts` and `floods.ts`, from one client and from twenty, with a new site
 * each time. All the while, another account calls `me`. ATTACKS names some of the attacks, separated by commas; CLIENTS
 * is 1 or 20 for one of the two.
 *
 * @throws Stop if the site can't be built or doesn't start
 */
export async function measureNeighbors(): Promise<Figure[]> {
  const { ATTACKS, CLIENTS } = process.env;
  const chosen = ATTACKS?.split(',') ?? Object.keys(attacks);
  const unknown = chosen.filter((name) => !Object.hasOwn(attacks, name));
  if (unknown.length > 0)
    throw new Stop(`ATTACKS names ${unknown.join()}; there are ${Object.keys(attacks).join()}.`);
  await setUpBuild();
  const figures: Figure[] = [];
  for (const [name, attack] of Object.entries(attacks))
    for (const [from, clients] of Object.entries(crowds))
      if (chosen.includes(name) && (CLIENTS === undefined || CLIENTS === String(clients)))
        figures.push(...(await measureAttack(attack, from, clients)));
  return figures;
}

/** The effect of an attack. */
interface Effect {
  idle: Watched;
  during: Watched;
  lived: boolean;
  /** Milliseconds that the third account's job took. */
  third: number;
  more: Figure[];
}

/** Measures an attack and what follows it, on one site: unless its process ends. */
async function measureAttack(attack: Attack, from: string, clients: number): Promise<Figure[]> {
  const plans = Array.from({ length: clients * (attack.accounts ?? 1) }, () => attack.plan ?? 'plan_pro');
  const site = await openNeighborhood([...plans, 'plan_pro'], attack);
  try {
    await delay(WARM_UP);
    const stop = await site.watch();
    await delay(IDLE);
    const idle = await stop();
    const signal = new AbortController();
    const attackers = site.clients.map((client) => attacker(site, client, signal.signal));
    const third = attackers.pop() as Attacker;
    const figures: Figure[] = [];
    for (const each of [attack, ...(attack.afterwards ?? [])]) {
      const name = `${each.sends}, ${from}`;
      if (!site.isAlive()) continue;
      const effect = await step(
        'attack',
        name,
        () => effectOf(each, { site, attackers, third, clients }),
        ({ during, lived, seconds, cutOff }) => ({
          ok: lived,
          text: `${name}: ${lived ? 'the server lived' : 'THE SERVER ENDED'} ${seconds.toFixed(0)} s, me ${waitsOf(during)} ms, idle ${waitsOf(idle)} ms${cutOff ? `; ${cutOff} of ${attackers.length} attackers were cut off` : ''}`,
        }),
      );
      figures.push(...figuresOf(each, name, from, { ...effect, idle }));
    }
    signal.abort();
    return figures;
  } finally {
    await site.stop();
  }
}

/** Median, p99, and slowest. */
const waitsOf = ({ waits }: Watched): string =>
  [p50(waits), p99(waits), slowest(waits)].map((wait) => wait.toFixed(0)).join('/');

const p50 = (waits: readonly number[]): number =>
  [...waits].sort((a, b) => a - b)[waits.length >> 1] ?? Number.NaN;
const slowest = (waits: readonly number[]): number => waits.reduce((most, wait) => Math.max(most, wait), 0);

interface Scene {
  site: Neighborhood;
  attackers: readonly Attacker[];
  third: Attacker;
  clients: number;
}

async function effectOf(attack: Attack, { site, attackers, third, clients }: Scene) {
  const since = performance.now();
  const stop = await site.watch();
  const [cutOff, waited] = await Promise.all([
    allOf(attackers, (attack.minutes ?? 1) * MINUTE, (each) => attack.run(each)),
    attack.third ? timeOf(third, attack.third.input) : 0,
  ]);
  const during = await stop();
  const seconds = (performance.now() - since) / 1000;
  const more = (await attack.figures?.(site, clients)) ?? [];
  return { during, seconds, cutOff, lived: site.isAlive(), third: waited, more };
}

/**
 * Runs all attackers at once, until the time is over. Their last requests aren't awaited, and a request without a
 * response ends the work of its attacker.
 *
 * @returns how many attackers couldn't finish because of that: their attack proves little
 */
async function allOf(
  attackers: readonly Attacker[],
  milliseconds: number,
  work: (attacker: Attacker) => Promise<unknown>,
): Promise<number> {
  let ended = 0;
  const all = attackers.map((each) => work(each).catch(() => (ended += 1)));
  await Promise.race([Promise.all(all), delay(milliseconds, undefined, { ref: false })]);
  return ended;
}

/** How long (ms) a job of the third account takes, with its wait; a minute if it doesn't complete. */
async function timeOf(third: Attacker, input: object): Promise<number> {
  await delay(BEFORE_THIRD);
  const since = performance.now();
  const query = `mutation ($input: StartWorkflowInput!) {
    job: orchestrate(input: $input, wait_ms: ${limits.orchestrate.max}) { jobId status }
  }`;
  const { data } = await third.call({ query, variables: { input } }).catch(() => ({ data: null }));
  return data?.job?.status === 'COMPLETED' ? performance.now() - since : MINUTE;
}

function figuresOf(
  { third, mostP99 = MOST.p99 }: Attack,
  name: string,
  from: string,
  effect: Effect,
): Figure[] {
  const { idle, during, lived, more } = effect;
  const bar = { atMost: 1 };
  const ms = (what: string, measured: number, floor: number, limit?: typeof bar) =>
    figure({ name: `${name}: ${what}`, unit: 'ms', measured: [measured], floor: [floor], bar: limit });
  const mb = (what: string, measured: number, floor: number, limit?: typeof bar) =>
    figure({ name: `${name}: ${what}`, unit: 'MB', measured: [measured], floor: [floor], bar: limit });
  return [
    ms(`p99 of another's me, of ${mostP99} ms`, p99(during.waits), mostP99, bar),
    ms('its slowest, of a second', slowest(during.waits), MOST.slowest, bar),
    ms('its p50, against idle', p50(during.waits), p50(idle.waits)),
    ms('its p99, against idle', p99(during.waits), p99(idle.waits)),
    ...(third ? [ms("a third account's short text, against before", effect.third, third.before)] : []),
    mb(`memory at most, over idle and ${MOST.memory}`, during.memory, idle.memory + MOST.memory, bar),
    mb("memory of its child processes, against the server's at idle", during.childMemory, idle.memory),
    figure({
      name: `${name}: failed calls of me, and ends of the server`,
      unit: 'count',
      measured: [during.failed + (lived ? 0 : 1)],
      floor: [1],
      bar: { atMost: 0 },
    }),
    ...more.map((each) => ({ ...each, name: `${from}, ${each.name}` })),
  ];
}
