import Database from 'better-sqlite3';
import type { Queries } from '@/lib/server/database/database';
import { openDatabase } from '@/lib/server/database/open-database';
import type { Findings } from './findings';
import type { Write } from './writing-clients';

interface Event {
  action: string;
  entityId: string;
  metadata: { name?: string; changes?: Record<string, { from: unknown; to: unknown }> };
}

interface Named {
  id: string;
  name: string | null;
}

interface Responses {
  acknowledged: Write[];
  /** Writes of which the server said that they weren't made. */
  refused?: Write[];
}

/**
 * Compares a database with the writes that it acknowledged, and its records with its audit trail.
 *
 * @param databaseUrl of a database that no process writes
 */
export async function compareWrites(
  databaseUrl: string,
  { acknowledged, refused = [] }: Responses,
  found: Findings,
): Promise<void> {
  const db = openDatabase(databaseUrl);
  try {
    const { prisma: read } = db;
    const events = await eventsInOrder(read);
    const select = { id: true, name: true };
    const keys = await read.apiKey.findMany({ select });
    const users = await read.user.findMany({ select: { id: true, firstName: true } });
    const accounts = await read.account.findMany({ select });

    const written = countWrites(events);
    const missing = acknowledged.filter((write) => written.get(nameOf(write)) !== 1);
    found.expect(
      'every acknowledged write has exactly one audit event',
      missing.length === 0,
      missing.slice(0, 5),
    );
    found.expect(
      'no write was carried out twice',
      [...written.values()].every((count) => count === 1),
    );
    const stored = refused.filter((write) => written.has(nameOf(write)));
    found.expect('no refused write was made', stored.length === 0, stored.slice(0, 5));
    found.expect('keys and their events agree', keysAgree(keys, events));
    const people = users.map(({ id, firstName }) => ({ id, name: firstName }));
    found.expect(
      'names of users are what their events say, without a gap',
      valuesAgree(people, events, 'first_name'),
    );
    found.expect(
      'names of accounts are what their events say, without a gap',
      valuesAgree(accounts, events, 'account_name'),
    );
  } finally {
    await db.close();
  }
}

/** The events of each account in the order of its chain. */
async function eventsInOrder(read: Queries): Promise<Event[]> {
  const events = await read.auditEvent.findMany({
    select: { id: true, action: true, entityId: true, metadata: true },
  });
  const byId = new Map(events.map(({ id, ...event }) => [id, event as Event]));
  const links = await read.auditLink.findMany({ orderBy: [{ accountId: 'asc' }, { sequence: 'asc' }] });
  return links.flatMap(({ eventId }) => byId.get(eventId) ?? []);
}

/**
 * Checks the pages and the references of a SQLite database.
 *
 * @param file that no process writes
 */
export function checkFile(file: string, found: Findings): void {
  const database = new Database(file, { readonly: true, fileMustExist: true });
  try {
    found.expect('integrity_check passes', database.pragma('integrity_check', { simple: true }) === 'ok');
    const orphans = database.pragma('foreign_key_check') as unknown[];
    found.expect('foreign_key_check passes', orphans.length === 0);
  } finally {
    database.close();
  }
}

const nameOf = ({ kind, value }: Write) => `${kind} ${value}`;

const kinds: Record<string, Write['kind']> = {
  'api_key.create': 'key',
  'user.update': 'profile',
  'account.update': 'account',
};

/** How many events each of the clients' writes has. */
function countWrites(events: Event[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const { action, entityId, metadata } of events) {
    const to = metadata.changes?.first_name?.to ?? metadata.changes?.account_name?.to ?? metadata.name;
    const isOurs = String(to).startsWith('loss-');
    const kind = kinds[action];
    if (!isOurs || (!kind && action !== 'api_key.delete')) continue;
    const name = kind ? `${kind} ${to}` : `delete ${entityId}`;
    counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  return counts;
}

/** Whether every key that was made and not deleted exists, and no other of the clients'. */
function keysAgree(keys: Named[], events: Event[]): boolean {
  const expected = new Set<string>();
  for (const { action, entityId, metadata } of events) {
    if (!metadata.name?.startsWith('loss-')) continue;
    if (action === 'api_key.create') expected.add(entityId);
    if (action === 'api_key.delete') expected.delete(entityId);
  }
  const found = keys.filter(({ name }) => name?.startsWith('loss-'));
  return found.length === expected.size && found.every(({ id }) => expected.has(id));
}

function valuesAgree(records: Named[], events: Event[], field: string): boolean {
  return records.every(({ id, name }) => {
    const changes = events.flatMap(({ entityId, metadata }) =>
      entityId === id && metadata.changes?.[field] ? [metadata.changes[field]] : [],
    );
    const linked = changes.every(({ from }, index) => index === 0 || from === changes[index - 1]?.to);
    return linked && (changes.length === 0 || changes.at(-1)?.to === name);
  });
}
