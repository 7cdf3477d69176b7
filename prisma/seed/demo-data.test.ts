import { copyFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import Database from 'better-sqlite3';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { demoPassword } from '@/lib/config/demo';
import { plans } from '@/lib/config/plans';
import { addDays, addMonths } from '@/lib/rules/day';
import { verifyPassword } from '@/lib/server/auth/passwords';
import { openDatabase } from '@/lib/server/database/open-database';
import { OVERAGE_MONTH_AGO } from '@/prisma/seed/acme/acme-usage';
import { seedDemo } from '@/prisma/seed/demo-data';
import { tokenCost } from '@/prisma/seed/draw-execution';
import { DAYS_WITH_JOBS } from '@/prisma/seed/workflows/repeat-demo-jobs';

const present = new Date();
let folder: string;
let demo: Database.Database;

type Row = Record<string, string | number | null>;

async function seedInto(file: string): Promise<boolean> {
  const db = openDatabase(`file:${file}`);
  try {
    return await seedDemo(db, present);
  } finally {
    await db.close();
  }
}

async function seeded(name: string): Promise<Database.Database> {
  const file = path.join(folder, name);
  copyFileSync(inject('emptyDatabase'), file);
  expect(await seedInto(file)).toBe(true);
  return new Database(file);
}

beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'switchyard-demo-'));
  demo = await seeded('demo.db');
}, 300_000);

afterAll(() => {
  demo.close();
  rmSync(folder, { recursive: true });
});

const rows = (sql: string, ...values: (string | number)[]) =>
  demo.prepare<typeof values, Row>(sql).all(...values);
const counts = (sql: string) => Object.fromEntries(rows(sql).map(({ name, count }) => [name, count]));
const ofAcme = `"accountId" = (SELECT "id" FROM "Account" WHERE "name" = 'Acme Robotics')`;

/** Everything in a database; a password's hash has a salt, and differs. */
function contents(database: Database.Database) {
  const tables = database.prepare(`SELECT name FROM sqlite_master WHERE type = 'table'`).pluck().all();
  const ofSeed = tables.filter((table) => table !== '_prisma_migrations');
  return ofSeed.map((table) => {
    const found = database.prepare<[], Row>(`SELECT * FROM "${table}"`).all();
    return [table, found.map((row) => JSON.stringify({ ...row, passwordHash: null })).sort()];
  });
}

describe('seeding', () => {
  test('gives the same ids, secrets and numbers each time', { timeout: 300_000 }, async () => {
    const again = await seeded('again.db');
    // Not toEqual: its message about 80,000 rows would take a minute.
    expect(JSON.stringify(contents(again)) === JSON.stringify(contents(demo))).toBe(true);
    again.close();
  });

  test('leaves a database that has accounts as it is', async () => {
    const before = JSON.stringify(contents(demo));
    expect(await seedInto(demo.name)).toBe(false);
    expect(JSON.stringify(contents(demo)) === before).toBe(true);
  });

  test('dates nothing in the future', () => {
    for (const column of [
      ...['Account.createdAt', 'Account.updatedAt', 'BillingProfile.updatedAt', 'Invoice.createdAt'],
      ...[
        'Invoice.issuedAt',
        'User.createdAt',
        'User.updatedAt',
        'User.lastActiveAt',
        'Session.createdAt',
        'Session.lastUsedAt',
      ],
      ...['ApiKey.createdAt', 'ApiKey.updatedAt', 'ApiKey.lastUsedAt', 'Template.createdAt'],
      ...['Execution.finishedAt', 'AuditEvent.createdAt'],
    ]) {
      const [table, name] = column.split('.');
      const [latest] = rows(`SELECT max("${name}") AS "at" FROM "${table}"`);
      expect(Number(latest?.at), column).toBeLessThanOrEqual(present.getTime());
    }
  });

  test('keeps every reference', () => {
    expect(demo.pragma('foreign_key_check')).toEqual([]);
  });
});

describe('Acme', () => {
  test('is on Pro, with 14 users of every kind', async () => {
    expect(rows(`SELECT "planId", "demo" FROM "Account" WHERE "name" = 'Acme Robotics'`)).toEqual([
      { planId: 'plan_pro', demo: 1 },
    ]);
    const users = rows(`SELECT * FROM "User" WHERE ${ofAcme}`);
    expect(users).toHaveLength(14);
    expect(users).toContainEqual(
      expect.objectContaining({ email: 'admin@acme.test', role: 'ADMIN', firstName: 'Ada' }),
    );
    expect(users).toContainEqual(expect.objectContaining({ email: 'dev@acme.test', role: 'DEVELOPER' }));
    expect(users).toContainEqual(
      expect.objectContaining({ email: 'disabled@acme.test', status: 'DISABLED' }),
    );
    expect(users).toContainEqual(expect.objectContaining({ scopeRead: 1, scopeWrite: 0 }));
    expect(users).toContainEqual(expect.objectContaining({ firstName: null, lastName: null }));
    expect(users.filter(({ role }) => role === 'ADMIN')).toHaveLength(2);
    for (const { passwordHash } of users)
      expect(await verifyPassword(String(passwordHash), demoPassword)).toBe(true);
  });

  test('has two invitations pending, one with an expired temporary password; the others are seen at work', () => {
    const now = present.getTime();
    const day = 86_400_000;
    const users = rows(
      `SELECT "email", "lastSignInAt", "lastActiveAt", "temporaryPasswordAt", "createdAt",
         (SELECT max("finishedAt") FROM "Execution" WHERE "userId" = "User"."id" AND "apiKeyId" IS NULL) AS "ran"
       FROM "User" WHERE ${ofAcme}`,
    );
    const pending = users.filter(({ lastSignInAt }) => lastSignInAt === null);
    expect(pending.map(({ email }) => email).sort()).toEqual(['sofya@acme.test', 'zoe@acme.test']);
    const expired = pending.filter(({ temporaryPasswordAt }) => Number(temporaryPasswordAt) < now - 14 * day);
    expect(expired.map(({ email }) => email)).toEqual(['sofya@acme.test']);
    for (const { email, lastSignInAt, lastActiveAt, temporaryPasswordAt, createdAt, ran } of users) {
      if (lastSignInAt === null) {
        expect({ lastActiveAt, ran }).toEqual({ lastActiveAt: null, ran: null });
        continue;
      }
      expect(temporaryPasswordAt, String(email)).toBeNull();
      expect(Number(lastSignInAt), String(email)).toBeGreaterThan(Number(createdAt));
      expect(Number(lastActiveAt), String(email)).toBeGreaterThanOrEqual(Number(lastSignInAt));
      // To the minute.
      expect(Number(lastActiveAt), String(email)).toBeGreaterThan(Number(ran) - 60_000);
    }
  });

  test('has keys in every state', () => {
    const now = present.getTime();
    const states = counts(
      `SELECT iif("status" = 'REVOKED', iif("expiresAt" <= ${now}, 'revoked, expired', 'revoked'),
         iif("expiresAt" <= ${now}, 'expired', 'active')) AS "name", count(*) AS "count"
       FROM "ApiKey" WHERE ${ofAcme} GROUP BY 1`,
    );
    expect(states).toEqual({ active: 8, expired: 2, revoked: 1, 'revoked, expired': 1 });
    const keys = rows(`SELECT * FROM "ApiKey" WHERE ${ofAcme}`);
    const day = 86_400_000;
    expect(keys.some((key) => key.expiresAt === (Math.floor(now / day) + 4) * day)).toBe(true);
    expect(keys.some((key) => Number(key.lastUsedAt) > now - 60_000)).toBe(true);
    expect(keys.some((key) => key.lastUsedAt === null)).toBe(true);
    expect(keys.some((key) => key.name === null)).toBe(true);
    expect(keys.some((key) => key.scopeAdmin === 1)).toBe(true);
  });

  test('has 24 invoices in every state, and its own word for the tax id', () => {
    expect(
      counts(`SELECT "status" AS "name", count(*) AS "count" FROM "Invoice" WHERE ${ofAcme} GROUP BY 1`),
    ).toEqual({ DRAFT: 1, OPEN: 2, PAID: 19, VOID: 2 });
    expect(rows(`SELECT "taxIdLabel" FROM "BillingProfile" WHERE ${ofAcme}`)).toEqual([
      { taxIdLabel: 'USt-IdNr.' },
    ]);
  });

  test('ran about 60,000 executions in 120 days, most of them well, on one bad day less so', () => {
    const days = rows(
      `SELECT "executions", 1.0 * "succeeded" / "executions" AS "success" FROM "DailyUsage"
       WHERE ${ofAcme} AND "grain" = 'ACCOUNT' ORDER BY "day"`,
    );
    expect(days).toHaveLength(120);
    const total = days.reduce((sum, day) => sum + Number(day.executions), 0);
    expect(total).toBeGreaterThan(58_500);
    expect(total).toBeLessThan(61_500);
    const fullDays = days.slice(0, -1);
    expect(fullDays.filter((day) => Number(day.success) < 0.85)).toHaveLength(1);
    const succeeded = days.reduce((sum, day) => sum + Number(day.success) * Number(day.executions), 0);
    expect(succeeded / total).toBeGreaterThan(0.96);
    expect(succeeded / total).toBeLessThan(0.99);
  });

  test('has a job in each end, and a job that still waits for its developer to approve a step', () => {
    const jobs = counts(
      `SELECT "status" AS "name", count(*) AS "count" FROM "Job" WHERE ${ofAcme} GROUP BY 1`,
    );
    expect(jobs).toEqual({
      COMPLETED: expect.any(Number),
      COMPLETED_WITH_FAILURES: 1,
      FAILED: expect.any(Number),
      CANCELED: 1,
      RUNNING: 1,
    });
    expect(
      rows(
        `SELECT "email", "state", "expiresAt" > ${present.getTime()} AS "isOpen", "queueState" FROM "Approval"
         JOIN "User" ON "User"."id" = "Approval"."userId" JOIN "Job" ON "Job"."id" = "jobId"`,
      ),
    ).toEqual([{ email: 'dev@acme.test', state: 'PENDING', isOpen: 1, queueState: 'PARKED' }]);
  });

  test('shows its developer work of today', () => {
    const [today] = rows(
      `SELECT sum("executions") AS "executions" FROM "DailyUsage" WHERE "grain" = 'USER' AND "day" = ?
         AND "subjectId" = (SELECT "id" FROM "User" WHERE "email" = 'dev@acme.test')`,
      present.toISOString().slice(0, 10),
    );
    expect(Number(today?.executions)).toBeGreaterThanOrEqual(6);
  });
});

test('Globex went over the limit of its Starter plan last month', () => {
  const [invoice] = rows(
    `SELECT "lines", "totalMicros" FROM "Invoice" JOIN "Account" ON "Account"."id" = "accountId"
     WHERE "name" = 'Globex' AND "Invoice"."status" = 'OPEN'`,
  );
  expect(JSON.parse(String(invoice?.lines))).toHaveLength(2);
  expect(Number(invoice?.totalMicros)).toBeGreaterThan(29_000_000);
});

test('usage alerts were reached by the executions they count: by Globex last month, by Acme in the month of its overage', () => {
  const alerts = rows(
    `SELECT "name", "month", "percent", "UsageAlert"."executions", "limit", (SELECT count(*) FROM "Execution"
         WHERE "accountId" = "Account"."id" AND date("finishedAt" / 1000, 'unixepoch') >= "month"
           AND "finishedAt" <= "reachedAt") AS "counted"
     FROM "UsageAlert" JOIN "Account" ON "Account"."id" = "accountId" ORDER BY "name", "month", "percent"`,
  );
  for (const { percent, executions, limit, counted } of alerts) {
    expect(executions).toBe((Number(limit) * Number(percent)) / 100);
    expect(counted).toBe(executions);
  }
  const monthsAgo = (count: number) => addMonths(present.toISOString().slice(0, 10), -count);
  const of = (name: string, month: string) =>
    alerts.filter((each) => each.name === name && each.month === month).map(({ percent }) => percent);
  expect(of('Globex', monthsAgo(1))).toEqual([80, 100]);
  expect(of('Acme Robotics', monthsAgo(OVERAGE_MONTH_AGO))).toEqual([80, 100]);
  const events = rows(`SELECT "userId" FROM "AuditEvent" WHERE "action" = 'account.reach_usage_alert'`);
  expect(events).toEqual(alerts.map(() => ({ userId: null })));
});

test('Initech has an admin and nothing else', () => {
  const initech = rows(`SELECT "id", "planId" FROM "Account" WHERE "name" = 'Initech'`);
  expect(initech).toEqual([{ id: expect.any(String), planId: 'plan_basic' }]);
  const inAll = (table: string) =>
    rows(`SELECT * FROM "${table}" WHERE "accountId" = ?`, String(initech[0]?.id)).length;
  expect(inAll('User')).toBe(1);
  for (const table of ['ApiKey', 'BillingProfile', 'Invoice', 'Template', 'Execution', 'DailyUsage'])
    expect(inAll(table), table).toBe(0);
});

describe('the numbers agree', () => {
  test.each([
    ['ACCOUNT', '"accountId"', `''`],
    ['USER', '"userId"', `''`],
    ['TEMPLATE', '"templateId"', `''`],
    ['USER_TEMPLATE', '"userId"', '"templateId"'],
    ['API_KEY', '"apiKeyId"', `''`],
    ['MODEL', '"model"', `''`],
    ['USER_MODEL', '"userId"', '"model"'],
    ['USER_API_KEY', '"userId"', '"apiKeyId"'],
  ])('the roll-up by %s with the executions', (grain, subject, template) => {
    const added = `SELECT "accountId", ${subject} AS "subjectId", ${template} AS "templateId",
        date("finishedAt" / 1000, 'unixepoch') AS "day", count(*) AS "executions",
        sum("status" <> 'FAILED') AS "succeeded", sum("tokensIn"), sum("tokensOut"), sum("costMicros")
      FROM "Execution" WHERE ${subject} IS NOT NULL AND ${template} IS NOT NULL
      GROUP BY 1, 2, 3, 4`;
    const stored = `SELECT "accountId", "subjectId", "templateId", "day", "executions", "succeeded",
        "tokensIn", "tokensOut", "costMicros" FROM "DailyUsage" WHERE "grain" = '${grain}'`;
    expect(rows(`SELECT * FROM (${added} EXCEPT ${stored}) LIMIT 3`)).toEqual([]);
    expect(rows(`SELECT * FROM (${stored} EXCEPT ${added}) LIMIT 3`)).toEqual([]);
    expect(rows(`SELECT count(*) AS "rows" FROM (${stored})`)[0]?.rows).toBeGreaterThan(100);
  });

  interface Charged {
    description: string;
    quantity: number;
    unitMicros: number;
    amountMicros: number;
  }

  const toCents = (micros: number) => Math.round(micros / 10_000) * 10_000;

  test('every invoice with its lines, its plan and the roll-up', () => {
    const invoices = rows(
      `SELECT "number", "lines", "totalMicros", (SELECT coalesce(sum("executions"), 0) FROM "DailyUsage" "usage"
         WHERE "usage"."accountId" = "Invoice"."accountId" AND "grain" = 'ACCOUNT'
           AND "day" >= date("periodStart" / 1000, 'unixepoch') AND "day" < date("periodEnd" / 1000, 'unixepoch')
       ) AS "executions" FROM "Invoice"`,
    );
    expect(invoices).toHaveLength(32);
    for (const { number, lines, totalMicros, executions } of invoices) {
      const charged: Charged[] = JSON.parse(String(lines));
      let limit = 0;
      let overage = 0;
      for (const { description, quantity, unitMicros, amountMicros } of charged) {
        expect(amountMicros, String(number)).toBe(toCents(quantity * unitMicros));
        const [, name, days = 1, of = 1] = /^(\w+) plan(?:, (\d+) of (\d+) days)?$/.exec(description) ?? [];
        const plan = plans.find((each) => each.name === name);
        if (!plan) overage += quantity;
        else {
          limit += ((plan.includedExecutions ?? Infinity) * Number(days)) / Number(of);
          expect(amountMicros).toBe(toCents((plan.monthlyPriceMicros * Number(days)) / Number(of)));
        }
      }
      expect(overage, String(number)).toBe(Math.max(0, Number(executions) - Math.ceil(limit)));
      expect(charged.reduce((sum, line) => sum + line.amountMicros, 0)).toBe(totalMicros);
    }
  });

  test('every cost with its tokens and the price of its model, unless a job used several', () => {
    const drawn = rows(
      `SELECT "model", "tokensIn", "tokensOut", "costMicros" FROM "Execution"
       WHERE "finishedAt" NOT IN (SELECT "finishedAt" FROM "Job" WHERE "finishedAt" IS NOT NULL)`,
    );
    const wrong = drawn.filter(
      ({ model, tokensIn, tokensOut, costMicros }) =>
        tokenCost(String(model), Number(tokensIn), Number(tokensOut)) !== costMicros,
    );
    expect(wrong).toEqual([]);
  });

  test('most calls with a connection, a wait for the first token, and tokens, so that timelines have all of them', () => {
    const [calls] = rows(
      `SELECT count(*) AS "all", sum(0 < "connectMs" AND "connectMs" < "firstTokenMs" AND "firstTokenMs" < "milliseconds") AS "parted"
       FROM "Attempt" WHERE "outcome" = 'ANSWERED'`,
    );
    expect(Number(calls?.parted) / Number(calls?.all)).toBeGreaterThan(0.5);
  });

  test('every ended job of at least 300 with an execution, and with the sums of its attempts', () => {
    const jobs = rows(
      `SELECT "Job"."id", "Job"."costNanos", "Job"."startedAt", "Job"."finishedAt",
         (SELECT sum("costNanos") FROM "Attempt" WHERE "jobId" = "Job"."id") AS "spent",
         (SELECT max("milliseconds") FROM "Attempt" WHERE "jobId" = "Job"."id") AS "longest",
         (SELECT count(*) FROM "Execution" WHERE "accountId" = "Job"."accountId"
           AND "finishedAt" = "Job"."finishedAt" AND "userId" = "Job"."userId") AS "executions"
       FROM "Job" WHERE "status" NOT IN ('CANCELED', 'RUNNING')`,
    );
    expect(jobs.length).toBeGreaterThanOrEqual(300);
    for (const { id, costNanos, spent, longest, startedAt, finishedAt, executions } of jobs) {
      expect({ id, executions, costNanos }).toEqual({ id, executions: 1, costNanos: spent ?? 0 });
      // None that cost something took no time.
      if (Number(costNanos) > 0) expect(Number(longest), String(id)).toBeGreaterThan(50);
      expect(Number(finishedAt) - Number(startedAt), String(id)).toBeGreaterThanOrEqual(Number(longest));
    }
    const codes = rows('SELECT DISTINCT "code" FROM "Attempt" WHERE "code" IS NOT NULL').map(
      ({ code }) => code,
    );
    expect(codes).toEqual(
      expect.arrayContaining(['PROVIDER_RATE_LIMITED', 'PROVIDER_UNAVAILABLE', 'STREAM_CUT']),
    );
  });

  test('the executions of each of the last days with their jobs, and the calls with their attempts', () => {
    const since = addDays(present.toISOString().slice(0, 10), 1 - DAYS_WITH_JOBS);
    const sums = `count(*) AS "executions", sum("status" <> 'FAILED') AS "succeeded", sum("tokensIn") AS "tokensIn",
      sum("tokensOut") AS "tokensOut"`;
    const day = `"accountId", date("finishedAt" / 1000, 'unixepoch') AS "day"`;
    const jobs = rows(
      `SELECT ${day}, ${sums}, sum(("costNanos" + 500) / 1000) AS "micros" FROM "Job"
       WHERE "status" <> 'CANCELED' OR "attempts" > 0 GROUP BY 1, 2 HAVING "day" >= ? ORDER BY 1, 2`,
      since,
    );
    expect(jobs).toHaveLength(2 * DAYS_WITH_JOBS);
    expect(jobs).toEqual(
      rows(
        `SELECT ${day}, ${sums}, sum("costMicros") AS "micros" FROM "Execution" GROUP BY 1, 2 HAVING "day" >= ?
         ORDER BY 1, 2`,
        since,
      ),
    );
    expect(rows(`SELECT sum("calls") AS "calls" FROM "DailyModelCalls" WHERE "workflow" = ''`)).toEqual(
      rows('SELECT count(*) AS "calls" FROM "Attempt"'),
    );
    for (const { name, stored, kept } of rows(
      `SELECT "name", "storedBytes" AS "stored", coalesce((SELECT sum("storedBytes") FROM "Job"
         WHERE "accountId" = "Account"."id"), 0) AS "kept" FROM "Account"`,
    ))
      expect({ name, stored }).toEqual({ name, stored: kept });
  });

  test('every execution with the lives of its person, template and key', () => {
    // It ends later than the call that has used its key, by its own time and by the minute that a job may wait.
    expect(
      rows(
        `SELECT "email", "ApiKey"."name", "finishedAt" FROM "Execution"
         JOIN "User" ON "User"."id" = "Execution"."userId"
         JOIN "Template" ON "Template"."id" = "templateId"
         LEFT JOIN "ApiKey" ON "ApiKey"."id" = "apiKeyId"
         WHERE "finishedAt" < "User"."createdAt" OR "finishedAt" < "Template"."createdAt"
           OR ("User"."status" = 'DISABLED' AND "finishedAt" > "User"."updatedAt")
           OR ("apiKeyId" IS NOT NULL AND ("ApiKey"."userId" <> "Execution"."userId"
             OR "finishedAt" < "ApiKey"."createdAt" OR "finishedAt" - "latencyMs" - 60000 > "ApiKey"."lastUsedAt"
             OR "ApiKey"."lastUsedAt" IS NULL OR "finishedAt" >= "ApiKey"."expiresAt"
             OR ("ApiKey"."status" = 'REVOKED' AND "finishedAt" > "ApiKey"."updatedAt"))) LIMIT 3`,
      ),
    ).toEqual([]);
  });
});
