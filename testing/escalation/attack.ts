import { type ExecutionResult, execute } from 'graphql';
import { schema } from '@/graphql/schema';
import { revokeApiKey } from '@/lib/server/api-keys/api-key-status';
import { authenticate } from '@/lib/server/auth/authenticate';
import { operatorViewer, type Viewer } from '@/lib/server/auth/viewer';
import { contextOf } from '@/testing/call-rule';
import type { ChangeLog } from '@/testing/change-log';
import { TEST_NOW, type TestServer } from '@/testing/test-server';
import type { AttackCall } from './attack-calls';
import type { FoundKey } from './found-keys';
import type { StoredStates } from './stored-states';

/** Where attacks happen: a world that `states` keeps as `start`. */
export interface Scene {
  server: TestServer;
  states: StoredStates;
  changes: ChangeLog;
}

/** An attack under way with a found key. */
export interface Attack {
  found: FoundKey;
  /** The key's permissions when it is found. */
  allowed: Viewer;
  /** The found token, then tokens from responses. */
  tokens: readonly string[];
  /** The tables that have changed since the attack was last undone. */
  changed: Set<string>;
}

/** @throws Error for a key that doesn't work */
export async function beginAttack({ server }: Scene, found: FoundKey): Promise<Attack> {
  const allowed = await authenticate(server.context, found.secret);
  if (!allowed) throw new Error('The found key does not work.');
  return { found, allowed, tokens: [found.secret], changed: new Set() };
}

/** Makes a call with a token, without HTTP: an attack makes thousands of calls. */
export async function callWith(
  { context }: TestServer,
  { document, variables: variableValues }: AttackCall,
  token: string,
): Promise<ExecutionResult> {
  const contextValue = contextOf(context, await authenticate(context, token));
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
  await noteChanges(changes, attack);
}

async function noteChanges(changes: ChangeLog, { changed }: Attack): Promise<void> {
  for (const change of await changes.take()) changed.add(change.split(' ')[1] ?? '');
}

/** Restores a kept state of the database. */
export async function undo(
  { states, changes }: Scene,
  attack: Attack,
  name: 'start' | 'middle',
): Promise<void> {
  await noteChanges(changes, attack);
  states.restore(name, attack.changed);
  await changes.take();
  attack.changed.clear();
}

/** An attack's gains that exceed the found key or outlive it. The check revokes the key: undo it afterwards. */
export async function gainsOf({ server, states }: Scene, attack: Attack): Promise<string[]> {
  const { found, allowed, tokens } = attack;
  const gains = lastingGains(states, found.overlapEnds ? '' : found.id);
  // Another test covers the found token alone.
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
  const { apiKey, user } = context.db.prisma;
  if (!(await apiKey.findUnique({ where: { id } }))) return;
  const rescuer = await user.findFirstOrThrow({
    where: { accountId: owner.accountId, role: 'ADMIN', status: 'ACTIVE', scopeWrite: true },
  });
  await revokeApiKey(context, operatorViewer(rescuer), id);
}

const changedRows = (table: string, condition: string) =>
  `SELECT now."id" FROM main."${table}" AS now JOIN start."${table}" AS was USING ("id") WHERE ${condition}`;
const addedRows = (table: string) =>
  `SELECT "id" FROM main."${table}" EXCEPT SELECT "id" FROM start."${table}"`;
const wider = ['scopeRead', 'scopeWrite', 'scopeAdmin']
  .map((scope) => `now."${scope}" > was."${scope}"`)
  .join(' OR ');

/** Gains that no key may achieve, as queries for the rows that show it. `?` is the key that may rotate itself. */
const gainQueries: Record<string, string> = {
  'a new user': addedRows('User'),
  "another email, password or role of a user's": changedRows(
    'User',
    'now."email" <> was."email" OR now."passwordHash" <> was."passwordHash" OR now."role" <> was."role"',
  ),
  'wider scopes of a user': changedRows('User', wider),
  'an enabled user': changedRows('User', `was."status" = 'DISABLED' AND now."status" <> 'DISABLED'`),
  'a new session': addedRows('Session'),
  'a new key': addedRows('ApiKey'),
  'wider scopes of a key': changedRows('ApiKey', wider),
  'a reactivated key': changedRows('ApiKey', `was."status" = 'REVOKED' AND now."status" <> 'REVOKED'`),
  'another owner or expiry of a key': changedRows(
    'ApiKey',
    'now."userId" <> was."userId" OR now."expiresAt" IS NOT was."expiresAt"',
  ),
  "another key's new secret": changedRows('ApiKey', 'now."secretHash" <> was."secretHash" AND now."id" <> ?'),
  "another key's old secret, or a longer overlap": `SELECT "apiKeyId" FROM main."PreviousSecret" AS now WHERE "apiKeyId" <> ?
    AND NOT EXISTS (SELECT 1 FROM start."PreviousSecret" AS was WHERE was."apiKeyId" = now."apiKeyId"
      AND was."secretHash" = now."secretHash" AND was."expiresAt" = now."expiresAt")`,
};

/**
 * The database's gains since `start` that would outlive a key or exceed it.
 * @param rotating the key that may rotate itself; '' if none may
 */
function lastingGains(states: StoredStates, rotating: string): string[] {
  return Object.entries(gainQueries).flatMap(([gain, sql]) => {
    const rows = states.ask(sql, ...(sql.includes('?') ? [rotating] : []));
    return rows.length > 0 ? [`${gain}: ${rows.join(', ')}`] : [];
  });
}
