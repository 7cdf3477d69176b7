import { type ExecutionResult, execute } from 'graphql';
import type { GraphqlContext } from '@/graphql/context';
import { schema } from '@/graphql/schema';
import { revokeApiKey } from '@/lib/server/api-keys/revoke-api-key';
import { authenticate } from '@/lib/server/auth/authenticate';
import { SignInLimiter } from '@/lib/server/auth/sign-in-limiter';
import { operatorViewer, type Viewer } from '@/lib/server/auth/viewer';
import type { ChangeLog } from '@/testing/change-log';
import { TEST_NOW, type TestServer } from '@/testing/test-server';
import type { AttackCall } from './attack-calls';
import type { FoundKey } from './found-keys';
import { lastingGains } from './lasting-gains';
import type { StoredStates } from './stored-states';

/** Where attacks happen: a world that `states` has kept as `start`. */
export interface Scene {
  server: TestServer;
  states: StoredStates;
  changes: ChangeLog;
}

/** An attack under way with a found key. */
export interface Attack {
  found: FoundKey;
  /** What the key is allowed when it is found. */
  allowed: Viewer;
  /** The found token, then those that responses contained. */
  tokens: readonly string[];
  /** The tables that have changed since the attack was last undone. */
  changed: Set<string>;
}

/** @throws Error for a key that does not work */
export async function beginAttack({ server }: Scene, found: FoundKey): Promise<Attack> {
  const allowed = await authenticate(server.context, found.secret);
  if (!allowed) throw new Error('The found key does not work.');
  return { found, allowed, tokens: [found.secret], changed: new Set() };
}

const client = { address: '127.0.0.1', userAgent: null };
const signInLimiter = new SignInLimiter();

/** Makes a call with a token, past HTTP: an attack is thousands of them. */
export async function callWith(
  { context }: TestServer,
  { document, variables: variableValues }: AttackCall,
  token: string,
): Promise<ExecutionResult> {
  const viewer = await authenticate(context, token);
  const contextValue: GraphqlContext = { ...context, viewer, client, signInLimiter };
  return execute({ schema, document, variableValues, contextValue });
}

/** Sends a call, and keeps the tokens in its response. */
export async function sendCall(
  { server, changes }: Scene,
  attack: Attack,
  call: AttackCall,
  token: string,
): Promise<void> {
  const { data } = await callWith(server, call, token);
  const seen: string[] = JSON.stringify(data).match(/sy_[a-z]+_[\w-]{43}/g) ?? [];
  attack.tokens = [...new Set([...attack.tokens, ...seen])];
  noteChanges(changes, attack);
}

function noteChanges(changes: ChangeLog, { changed }: Attack): void {
  for (const change of changes.take()) changed.add(change.split(' ')[1] ?? '');
}

/** Brings the database back to a state that was kept. */
export function undo({ states, changes }: Scene, attack: Attack, name: 'start' | 'middle'): void {
  noteChanges(changes, attack);
  states.restore(name, attack.changed);
  changes.take();
  attack.changed.clear();
}

/**
 * What an attack has gained that exceeds the found key or outlives it. Finding out revokes the key: undo it
 * afterwards.
 */
export async function gainsOf({ server, states }: Scene, attack: Attack): Promise<string[]> {
  const { found, allowed, tokens } = attack;
  const gains = lastingGains(states, found.overlapEnds ? '' : found.id);
  // The found token by itself has a test of its own.
  if (tokens.length === 1) return gains;
  const viewers = async () => {
    const all = await Promise.all(tokens.map((token) => authenticate(server.context, token)));
    return all.filter((viewer) => viewer !== null);
  };
  if ((await viewers()).some((viewer) => exceeds(viewer, allowed))) gains.push('a stronger credential');
  if (found.overlapEnds) {
    server.setNow(found.overlapEnds);
    if ((await viewers()).length > 0) gains.push('a credential that outlives the overlap');
    server.setNow(TEST_NOW);
  }
  await revoke(server, found);
  if ((await viewers()).length > 0) gains.push('a credential that outlives the key');
  return gains;
}

function exceeds(viewer: Viewer, allowed: Viewer): boolean {
  const { scopes } = viewer;
  return (
    viewer.credentialId !== allowed.credentialId ||
    viewer.role !== allowed.role ||
    (['read', 'write', 'admin'] as const).some((name) => scopes[name] && !allowed.scopes[name])
  );
}

/** An admin revokes the key, unless the attacker has deleted it. @throws Error if no admin is left to do so */
async function revoke({ context }: TestServer, { id, owner }: FoundKey): Promise<void> {
  const { apiKey, user } = context.db.read;
  if (!(await apiKey.findUnique({ where: { id } }))) return;
  const rescuer = await user.findFirstOrThrow({
    where: { accountId: owner.accountId, role: 'ADMIN', status: 'ACTIVE', scopeWrite: true },
  });
  await revokeApiKey(context, operatorViewer(rescuer), id);
}
