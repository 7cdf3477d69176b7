// @ts-check
import Database from 'better-sqlite3';

/** @typedef {import('./writing-clients').Write} Write */
/** @typedef {{ action: string, entityId: string, metadata: { name?: string, changes?: Record<string, { from: unknown, to: unknown }> } }} Event */
/** @typedef {{ id: string, name: string | null }} Named */

/**
 * Holds what a database has of the clients' writes against what they were told, and its records against its audit
 * trail.
 *
 * @param {string} file nobody writes it
 * @param {Write[]} acknowledged
 * @param {ReturnType<typeof import('./findings').findings>} found
 */
export function compareWrites(file, acknowledged, found) {
  const database = new Database(file, { readonly: true, fileMustExist: true });
  try {
    const rows = (/** @type {string} */ sql) => /** @type {unknown[]} */ (database.prepare(sql).all());
    const events = /** @type {(Event & { metadata: string })[]} */ (
      rows('SELECT "action", "entityId", "metadata" FROM "AuditEvent" ORDER BY rowid')
    ).map((event) => ({ ...event, metadata: JSON.parse(event.metadata) }));
    const keys = /** @type {Named[]} */ (rows('SELECT "id", "name" FROM "ApiKey"'));
    const users = /** @type {Named[]} */ (rows('SELECT "id", "firstName" AS "name" FROM "User"'));
    const accounts = /** @type {Named[]} */ (rows('SELECT "id", "name" FROM "Account"'));

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
    found.expect('keys and their events stand together', keysAgree(keys, events));
    found.expect(
      'names of users are what their events tell, without a gap',
      valuesAgree(users, events, 'first_name'),
    );
    found.expect(
      'names of accounts are what their events tell, without a gap',
      valuesAgree(accounts, events, 'account_name'),
    );
    found.expect('integrity_check passes', database.pragma('integrity_check', { simple: true }) === 'ok');
    found.expect(
      'foreign_key_check passes',
      /** @type {unknown[]} */ (database.pragma('foreign_key_check')).length === 0,
    );
  } finally {
    database.close();
  }
}

/** @param {Write} write */
const nameOf = ({ kind, value }) => `${kind} ${value}`;

/** @param {Event[]} events @returns {Map<string, number>} how often each of the clients' writes is told of */
function countWrites(events) {
  const counts = new Map();
  for (const { action, entityId, metadata } of events) {
    const to = metadata.changes?.first_name?.to ?? metadata.changes?.account_name?.to ?? metadata.name;
    const isOurs = String(to).startsWith('loss-');
    const kind = { 'api_key.create': 'key', 'user.update': 'profile', 'account.update': 'account' }[action];
    if (!isOurs || (!kind && action !== 'api_key.delete')) continue;
    const name = kind ? `${kind} ${to}` : `delete ${entityId}`;
    counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  return counts;
}

/** @param {Named[]} keys @param {Event[]} events whether each key made and not deleted is there, and no other of ours */
function keysAgree(keys, events) {
  const told = new Set();
  for (const { action, entityId, metadata } of events) {
    if (!metadata.name?.startsWith('loss-')) continue;
    if (action === 'api_key.create') told.add(entityId);
    if (action === 'api_key.delete') told.delete(entityId);
  }
  const there = keys.filter(({ name }) => name?.startsWith('loss-'));
  return there.length === told.size && there.every(({ id }) => told.has(id));
}

/** @param {Named[]} records @param {Event[]} events @param {string} field */
function valuesAgree(records, events, field) {
  return records.every(({ id, name }) => {
    const changes = events.flatMap(({ entityId, metadata }) =>
      entityId === id && metadata.changes?.[field] ? [metadata.changes[field]] : [],
    );
    const linked = changes.every(({ from }, index) => index === 0 || from === changes[index - 1]?.to);
    return linked && (changes.length === 0 || changes.at(-1)?.to === name);
  });
}
