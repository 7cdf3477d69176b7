import { type Attack, beginAttack, gainsOf, type Scene, sendCall, undo } from './attack';
import type { AttackCall } from './attack-calls';
import type { FoundKey } from './found-keys';

interface Search {
  /** The gains, with the calls that made them. */
  gains: string[];
  /** The calls that changed anything. */
  effective: AttackCall[];
}

/**
 * Tries each call by itself, with each token.
 * @param first a call before each of them
 */
export async function tryEach(
  scene: Scene,
  found: FoundKey,
  calls: readonly AttackCall[],
  first?: AttackCall,
): Promise<Search> {
  const attack = await beginAttack(scene, found);
  if (first) await sendCall(scene, attack, first, found.secret);
  const held = attack.tokens;
  const changedBefore = [...attack.changed];
  scene.states.keep('middle');
  attack.changed.clear();
  const search: Search = { gains: [], effective: [] };
  for (const call of calls) {
    for (const token of held) {
      await sendCall(scene, attack, call, token);
      if (attack.changed.size === 0 && attack.tokens.length === held.length) continue;
      search.effective.push(call);
      const gains = await gainsOf(scene, attack);
      if (gains.length > 0) search.gains.push(report(gains, first ? [first, call] : [call]));
      await undo(scene, attack, 'middle');
      attack.tokens = held;
    }
  }
  for (const table of changedBefore) attack.changed.add(table);
  await undo(scene, attack, 'start');
  return search;
}

/** One call of a sequence, with one of the tokens known by then: the newest is 0. */
export interface Step {
  call: AttackCall;
  token: number;
}

/** Makes the calls one after the other. @returns the gains; null if there are none */
export async function trySequence(
  scene: Scene,
  found: FoundKey,
  steps: readonly Step[],
): Promise<string | null> {
  const attack = await beginAttack(scene, found);
  for (const { call, token } of steps) await sendCall(scene, attack, call, tokenOf(attack, token));
  const gains = await gainsOf(scene, attack);
  await undo(scene, attack, 'start');
  return gains.length > 0
    ? report(
        gains,
        steps.map(({ call }) => call),
      )
    : null;
}

function tokenOf({ tokens, found }: Attack, index: number): string {
  return tokens.at(-1 - (index % tokens.length)) ?? found.secret;
}

function report(gains: readonly string[], calls: readonly AttackCall[]): string {
  const steps = calls.map(({ mutation, variables }) => `${mutation}(${JSON.stringify(variables)})`);
  return `${steps.join(', then ')} gains ${gains.join('; ')}`;
}
