import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { linkOldEvents } from '@/lib/server/audit/audit-chain';
import { pruneAudit } from '@/lib/server/audit/prune-audit';
import { openSnapshot } from '@/lib/server/database/open-database';
import { accountWithTrail, addToTrail, daily } from '@/testing/audit-trail';
import { type TrailStore, trailStores, withContext } from '@/testing/trail-stores';
import type { Head } from './heads-file';
import { type ChainReport, verifyTrail } from './verify-chain';

const DAY_MS = 86_400_000;
const NOW = new Date('2026-06-15T12:00:00.000Z');

async function verify(
  url: string,
  kept: Map<string, Head> = new Map(),
  account: string | null = null,
  now = NOW,
) {
  const { rows, close } = await openSnapshot(url);
  const reports: ChainReport[] = [];
  try {
    for await (const report of verifyTrail(rows, { account, kept, now })) reports.push(report);
    return reports;
  } finally {
    await close();
  }
}

/** The event of a link of `acc_a`, in SQL. */
const eventAt = (sequence: number, account = 'acc_a') =>
  `(SELECT "eventId" FROM "AuditLink" WHERE "accountId" = '${account}' AND "sequence" = ${sequence})`;
const linkAt = (sequence: number) => `"accountId" = 'acc_a' AND "sequence" = ${sequence}`;

describe.each(['SQLite', 'PostgreSQL'] as const)('on %s', (kind) => {
  const isSqlite = kind === 'SQLite';
  const day = isSqlite ? String(DAY_MS) : "interval '1 day'";
  const json = (text: string) => (isSqlite ? text : `CAST(${text} AS jsonb)`);
  let store: TrailStore;
  let heads: Map<string, Head>;

  beforeAll(async () => {
    store = await trailStores[kind](NOW, async (ctx) => {
      for (const id of ['acc_a', 'acc_b']) {
        await accountWithTrail(ctx, id);
        await addToTrail(ctx, id, daily(NOW, 6), { changes: { name: { from: 'x', to: id } } });
      }
      await accountWithTrail(ctx, 'acc_new');
    });
    const reports = await verify(await store.fresh());
    heads = new Map(reports.flatMap(({ accountId, head }) => (head ? [[accountId, head]] : [])));
  });
  afterAll(() => store.close());

  /** The trails, changed without the triggers, as an attacker with the database could. */
  async function tampered(...statements: string[]): Promise<string> {
    const url = await store.fresh();
    await store.tamper(url, statements);
    return url;
  }

  test('whole chains have no fault, and their heads are as long as their trails', async () => {
    const whole = await store.fresh();
    const reports = await verify(whole, heads);
    expect(
      reports.map(({ accountId, links, fault, head }) => [accountId, links, fault, head?.sequence]),
    ).toEqual([
      ['acc_a', 6, null, 6],
      ['acc_b', 6, null, 6],
      ['acc_new', 0, null, undefined],
    ]);
    expect((await verify(whole, new Map(), 'acc_b')).map(({ accountId }) => accountId)).toEqual(['acc_b']);
    await expect(verify(whole, new Map(), 'acc_c')).rejects.toThrow('There is no account acc_c.');
  });

  test('a long chain lets signals and other work have their turn', async () => {
    const count = 2_500;
    const file =
      await tampered(`INSERT INTO "AuditEvent" ("id", "accountId", "action", "entityId", "metadata", "createdAt")
    WITH RECURSIVE "n" ("i") AS (SELECT 1 UNION ALL SELECT "i" + 1 FROM "n" WHERE "i" < ${count})
    SELECT 'aud_' || "i", 'acc_new', 'account.update', 'acc_new', '{}', ${store.moment('"i"')} FROM "n"`);
    await withContext(file, NOW, linkOldEvents);
    let turns = 0;
    const takeTurn = () => {
      turns += 1;
      immediate = setImmediate(takeTurn);
    };
    let immediate = setImmediate(takeTurn);
    const [, , long] = await verify(file);
    clearImmediate(immediate);
    expect(long).toMatchObject({ links: count, fault: null });
    expect(turns).toBeGreaterThan(1);
  });

  describe('is noticed in its own account, at the first place, and nowhere else:', () => {
    const changed = 'the event was changed or replaced';
    test.each<[name: string, what: string, sequence: number | null, ...statements: string[]]>([
      [
        'changed metadata',
        changed,
        3,
        `UPDATE "AuditEvent" SET "metadata" = ${json(`replace(CAST("metadata" AS TEXT), 'acc_a', 'acc_x')`)} WHERE "id" = ${eventAt(3)}`,
      ],
      [
        'metadata that is no object, and no JSON if the database takes it',
        changed,
        3,
        `UPDATE "AuditEvent" SET "metadata" = ${isSqlite ? "'{'" : `'"{"'`} WHERE "id" = ${eventAt(3)}`,
      ],
      ['another person', changed, 4, `UPDATE "AuditEvent" SET "userId" = 'usr_1' WHERE "id" = ${eventAt(4)}`],
      [
        'another time',
        changed,
        1,
        `UPDATE "AuditEvent" SET "createdAt" = "createdAt" + ${isSqlite ? '1' : "interval '1 ms'"} WHERE "id" = ${eventAt(1)}`,
      ],
      [
        'a changed newest event',
        "the event and the hash of its link don't fit",
        6,
        `UPDATE "AuditEvent" SET "action" = 'user.enable' WHERE "id" = ${eventAt(6)}`,
      ],
      ['a deleted event', 'the event is missing', 2, `DELETE FROM "AuditEvent" WHERE "id" = ${eventAt(2)}`],
      [
        'a deleted event with its link',
        'the link is missing: after 2 comes 4',
        3,
        `DELETE FROM "AuditEvent" WHERE "id" = ${eventAt(3)}`,
        `DELETE FROM "AuditLink" WHERE ${linkAt(3)}`,
      ],
      [
        'a deleted event, the gap closed',
        changed,
        3,
        `DELETE FROM "AuditEvent" WHERE "id" = ${eventAt(3)}`,
        `DELETE FROM "AuditLink" WHERE ${linkAt(3)}`,
        `UPDATE "AuditLink" SET "sequence" = "sequence" - 1 WHERE "accountId" = 'acc_a' AND "sequence" = 4`,
        `UPDATE "AuditLink" SET "sequence" = "sequence" - 1 WHERE "accountId" = 'acc_a' AND "sequence" = 5`,
        `UPDATE "AuditLink" SET "sequence" = "sequence" - 1 WHERE "accountId" = 'acc_a' AND "sequence" = 6`,
      ],
      [
        'an inserted event',
        'the event has no link',
        null,
        `INSERT INTO "AuditEvent" SELECT 'aud_x', "accountId", "userId", "action", "entityId", "metadata", "createdAt"
         FROM "AuditEvent" WHERE "id" = ${eventAt(1)}`,
      ],
      [
        'swapped events',
        "the event and the hash of its link don't fit",
        2,
        `UPDATE "AuditEvent" SET "createdAt" = "createdAt" + ${day} WHERE "id" = ${eventAt(2)}`,
        `UPDATE "AuditEvent" SET "createdAt" = "createdAt" - ${day} WHERE "id" = ${eventAt(3)}`,
      ],
      [
        'a changed hash',
        'the hash of the link was changed',
        4,
        `UPDATE "AuditLink" SET "hash" = 'x' WHERE ${linkAt(4)}`,
      ],
      [
        "another account's event",
        'the event is one of the account acc_b',
        5,
        `DELETE FROM "AuditLink" WHERE "accountId" = 'acc_b'`,
        `UPDATE "AuditLink" SET "eventId" = (SELECT "id" FROM "AuditEvent" WHERE "accountId" = 'acc_b' LIMIT 1) WHERE ${linkAt(5)}`,
      ],
      [
        'an event moved to another account',
        'the event is one of the account acc_b',
        5,
        `UPDATE "AuditEvent" SET "accountId" = 'acc_b' WHERE "id" = ${eventAt(5)}`,
      ],
      [
        'a beginning cut off',
        'the link is missing: after 0 comes 2',
        1,
        `DELETE FROM "AuditLink" WHERE ${linkAt(1)}`,
      ],
    ])('%s', async (_name, what, sequence, ...statements) => {
      const [a, b, fresh] = await verify(await tampered(...statements));
      expect(a?.fault).toMatchObject({ sequence, what });
      if (!what.includes('acc_b')) expect(b?.fault).toBeNull();
      expect(fresh?.fault).toBeNull();
    });
  });

  describe('with heads that were kept elsewhere is noticed', () => {
    test("an end that was cut off, which the chain alone can't show", async () => {
      const file = await tampered(
        `DELETE FROM "AuditEvent" WHERE "id" IN (${eventAt(5)}, ${eventAt(6)})`,
        `DELETE FROM "AuditLink" WHERE "accountId" = 'acc_a' AND "sequence" > 4`,
      );
      expect((await verify(file))[0]?.fault).toBeNull();
      expect((await verify(file, heads))[0]?.fault).toMatchObject({
        sequence: 5,
        what: 'the end was cut off, or a backup from before was restored: when the heads were kept there were 6 links',
      });
    });

    test('a chain that was rewritten over changed events', async () => {
      const file = await tampered(`DELETE FROM "AuditLink"`, `UPDATE "AuditEvent" SET "metadata" = '{}'`);
      await withContext(file, NOW, linkOldEvents);
      expect((await verify(file))[0]?.fault).toBeNull();
      expect((await verify(file, heads))[0]?.fault).toMatchObject({
        sequence: 6,
        what: expect.stringContaining('rewritten'),
      });
    });

    test('an account that is gone with its whole trail', async () => {
      const file = await tampered(
        ...['AuditLink', 'AuditEvent'].map((table) => `DELETE FROM "${table}" WHERE "accountId" = 'acc_b'`),
        `DELETE FROM "Account" WHERE "id" = 'acc_b'`,
      );
      expect((await verify(file, heads))[1]).toMatchObject({
        accountId: 'acc_b',
        head: null,
        fault: { sequence: 1 },
      });
    });

    test('a checkpoint that was forged to remove young events; and a chain that continued is complete', async () => {
      const forged = await tampered(
        `INSERT INTO "AuditCheckpoint" SELECT "accountId", "sequence", "hash", ${store.moment(0)} FROM "AuditLink" WHERE ${linkAt(6)}`,
        `DELETE FROM "AuditEvent" WHERE "accountId" = 'acc_a'`,
        `DELETE FROM "AuditLink" WHERE "accountId" = 'acc_a'`,
      );
      expect((await verify(forged))[0]?.fault).toBeNull();
      expect((await verify(forged, heads))[0]?.fault?.what).toBe(
        'it was removed, although its event was younger than 90 days',
      );

      const grown = await store.fresh();
      await withContext(grown, NOW, (ctx) => addToTrail(ctx, 'acc_a', [NOW]));
      expect((await verify(grown, heads)).map(({ fault, head }) => [fault, head?.sequence])[0]).toEqual([
        null,
        7,
      ]);
    });
  });

  describe('of a head that retention has reached, what counts is the plan of then:', () => {
    /** All of `acc_a` removed so many days later, in a file that may have been changed past the triggers. */
    const removed = (days: number, ...more: string[]) =>
      tampered(
        `INSERT INTO "AuditCheckpoint" SELECT "accountId", "sequence", "hash", ${store.moment(NOW.getTime() + days * DAY_MS)}
         FROM "AuditLink" WHERE ${linkAt(6)}`,
        `DELETE FROM "AuditEvent" WHERE "accountId" = 'acc_a'`,
        `DELETE FROM "AuditLink" WHERE "accountId" = 'acc_a'`,
        ...more,
      );
    const plan = (id: string) => `UPDATE "Account" SET "planId" = '${id}' WHERE "id" = 'acc_a'`;
    const at = (days: number) => new Date(NOW.getTime() + days * DAY_MS);
    const changed = (file: string, days: number, from: string) =>
      withContext(file, NOW, (ctx) =>
        addToTrail(ctx, 'acc_a', [at(days)], {
          action: 'account.change_plan',
          changes: { plan: { from, to: 'x' } },
        }),
      );
    const faultOf = async (file: string, days: number) =>
      (await verify(file, heads, 'acc_a', at(days)))[0]?.fault?.what ?? null;

    test('a longer plan than the shortest keeps its days', async () => {
      const what = 'it was removed, although its event was younger than 2,555 days';
      expect(await faultOf(await removed(91, plan('plan_enterprise')), 91)).toBe(what);
      expect(await faultOf(await removed(2_556, plan('plan_enterprise')), 2_556)).toBeNull();
      // A checkpoint that says it is of a later time.
      expect(await faultOf(await removed(2_556, plan('plan_enterprise')), 91)).toBe(what);
    });

    test('an unknown plan keeps all', async () => {
      const file = await removed(
        9_000,
        `UPDATE "Plan" SET "id" = 'plan_gone' WHERE "id" = 'plan_basic'`,
        plan('plan_gone'),
      );
      expect(await faultOf(file, 9_000)).toBe('it was removed, although its plan keeps all events');
    });

    test('a change since then alters nothing, to more or to less', async () => {
      const upgraded = await removed(91, plan('plan_enterprise'));
      await changed(upgraded, 92, 'Basic');
      expect(await faultOf(upgraded, 93)).toBeNull();
      const downgraded = await removed(91, plan('plan_basic'));
      await changed(downgraded, 92, 'Enterprise');
      expect(await faultOf(downgraded, 200)).toContain('younger than 2,555 days');
    });
  });

  test('after retention the chain is whole from the checkpoint on, also compared with heads kept before', async () => {
    const file = await store.fresh();
    const later = new Date(NOW.getTime() + 88 * 86_400_000);
    // Retention counts up to the newest event, here a neighbor's.
    await withContext(file, NOW, (ctx) => addToTrail(ctx, 'acc_b', [later]));
    await withContext(file, later, pruneAudit);
    const part = await verify(file, heads, 'acc_a', later);
    expect(part[0]).toMatchObject({ links: 3, fault: null, head: { sequence: 6 } });
    const end = new Date(NOW.getTime() + 95 * 86_400_000);
    await withContext(file, NOW, (ctx) => addToTrail(ctx, 'acc_b', [end]));
    await withContext(file, end, pruneAudit);
    expect((await verify(file, heads, 'acc_a', end))[0]).toMatchObject({
      links: 0,
      fault: null,
      head: { sequence: 6, at: null },
    });
    await withContext(file, NOW, (ctx) => addToTrail(ctx, 'acc_a', [end]));
    expect((await verify(file, heads, 'acc_a', end))[0]).toMatchObject({
      links: 1,
      fault: null,
      head: { sequence: 7 },
    });
  });
});
