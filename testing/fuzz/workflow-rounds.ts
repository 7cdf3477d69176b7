import { setTimeout as delay } from 'node:timers/promises';
import fc from 'fast-check';
import { type Neighborhood, openNeighborhood, type Watched } from '@/testing/neighbors/neighborhood';
import { type Post, runWorkflow } from './run-workflow';
import { type FuzzWorkflow, workflows } from './workflows';

/** Characters of a workflow's longest text. */
const LONGEST = 950_000;
/** Workflows for one site, whose database grows with what they write. */
const WORKFLOWS_PER_SITE = 100;
/** The limits for the wait of another account's calls (ms), and for the server's memory over idle (MB). */
const MOST = { wait: 1_000, memory: 400 };
const WARM_UP = 3_000; // milliseconds
/** Characters of an input that a finding shows. */
const SHOWN = 4_000;

const made = new Map<number, fc.Arbitrary<FuzzWorkflow>>();

/** The workflow of a seed. @param longest characters of its texts */
export function workflowOf(seed: number, longest: number): FuzzWorkflow {
  const arbitrary = made.get(longest) ?? workflows(longest);
  made.set(longest, arbitrary);
  return fc.sample(arbitrary, { seed, numRuns: 1 })[0] as FuzzWorkflow;
}

interface Fuzzing {
  /** Of the first workflow; each after it has the next number. */
  seed: number;
  count: number;
  /** By the clock of `performance`: no other workflow begins after it. */
  until: number;
}

/**
 * Sends workflows made for cost to the built site, one after another, while another account asks `me`. Prints each
 * finding: an internal failure, a response to the other account after more than a second, memory, the end of the
 * server. Each slow response is confirmed by the same workflow on a new site, as the machine may have been busy.
 *
 * @returns the seeds with a finding
 */
export async function fuzzWorkflows({ seed, count, until }: Fuzzing): Promise<number[]> {
  const found: number[] = [];
  let site: IdleSite | undefined;
  let [sent, slowest, memory] = [0, 0, 0];
  try {
    for (; sent < count && performance.now() < until; sent += 1) {
      if (sent % WORKFLOWS_PER_SITE === 0) {
        await site?.stop();
        site = undefined;
      }
      site ??= await openSite();
      const finding = await send(site, seed + sent);
      slowest = Math.max(slowest, finding.slowest);
      memory = Math.max(memory, finding.memory);
      if (!finding.what) continue;
      await site.stop();
      site = await openSite();
      const again = finding.isSlow ? (await send(site, seed + sent)).what : finding.what;
      if (again) found.push(seed + sent);
      console.log(`${again ? 'FINDING' : 'once only'}: ${finding.what}\n${descriptionOf(seed + sent)}`);
    }
  } finally {
    await site?.stop();
  }
  console.log(
    `fuzz: workflows from seed ${seed}, ${sent} in all: slowest me ${slowest.toFixed(0)} ms, memory ${memory.toFixed(0)} MB over idle, ${found.length} findings`,
  );
  return found;
}

interface IdleSite extends Neighborhood {
  /** Its memory (MB) before anything is sent. */
  idle: number;
}

async function openSite(): Promise<IdleSite> {
  const site = await openNeighborhood(['plan_enterprise']);
  const stop = await site.watch();
  await delay(WARM_UP);
  return { ...site, idle: (await stop()).memory };
}

/** The effect of one workflow on the site. */
interface Finding {
  what: string | null;
  /** Whether it is only slow. */
  isSlow: boolean;
  slowest: number;
  /** MB over the memory before it. */
  memory: number;
}

async function send(site: IdleSite, seed: number): Promise<Finding> {
  const { api, clients } = site;
  const [{ token, address } = { token: '', address: '' }] = clients;
  const post: Post = (body, headers) =>
    fetch(api, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'x-forwarded-for': address, ...headers },
      body,
      ...(body instanceof ReadableStream && { duplex: 'half' }),
    });
  const stop = await site.watch();
  const fault = await runWorkflow(post, workflowOf(seed, LONGEST), String(seed)).catch(
    (error) => `no response: ${error.cause ?? error}`,
  );
  await site.untilIdle(AbortSignal.timeout(10_000));
  const watched = await stop();
  return findingOf(watched, fault, { isAlive: site.isAlive(), idle: site.idle });
}

function findingOf(
  { waits, memory }: Watched,
  fault: string | null,
  { isAlive, idle }: { isAlive: boolean; idle: number },
): Finding {
  const slowest = waits.reduce((most, wait) => Math.max(most, wait), 0);
  const over = memory - idle;
  const what = !isAlive
    ? 'the server ended'
    : (fault?.slice(0, SHOWN) ??
      (over > MOST.memory ? `${over.toFixed(0)} MB over idle` : null) ??
      (slowest > MOST.wait ? `another account waited ${slowest.toFixed(0)} ms` : null));
  return { what, isSlow: isAlive && fault === null && over <= MOST.memory, slowest, memory: over };
}

/** The input without the ends of its long texts, and how to send it again. */
function descriptionOf(seed: number): string {
  const short = JSON.stringify(workflowOf(seed, LONGEST), (_name, value) => {
    if (typeof value === 'string' && value.length > 200)
      return `${value.slice(0, 200)}… (${value.length} characters)`;
    return Array.isArray(value) && value.length > 10 ? [...value.slice(0, 3), `… ${value.length}`] : value;
  });
  const input = short.length > SHOWN ? `${short.slice(0, SHOWN)}… (${short.length} characters)` : short;
  return `Input: ${input}\nAgain: npm run fuzz -- --only workflows --seed ${seed} --inputs 1`;
}
