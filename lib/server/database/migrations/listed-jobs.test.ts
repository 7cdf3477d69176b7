import { PGlite } from '@electric-sql/pglite';
import Database from 'better-sqlite3';
import { expect, test } from 'vitest';
import { type Provider, projectMigrations, readMigrations } from './read-migrations';

// The result of migration 0023 on jobs that were there before, in both databases.

interface Store {
  exec(sql: string): Promise<void>;
  read(sql: string): Promise<Record<string, unknown>[]>;
  /** A moment, as SQL. */
  at(milliseconds: number): string;
}

async function openSqlite(): Promise<Store> {
  const db = new Database(':memory:');
  return {
    exec: async (sql) => void db.exec(sql),
    read: async (sql) => db.prepare<[], Record<string, unknown>>(sql).all(),
    at: String,
  };
}

async function openPostgres(): Promise<Store> {
  const db = await PGlite.create();
  return {
    exec: async (sql) => void (await db.exec(sql)),
    read: async (sql) => (await db.query<Record<string, unknown>>(sql)).rows,
    at: (milliseconds) => `'${new Date(milliseconds).toISOString().slice(0, -1)}'`,
  };
}

const stores: [Provider, () => Promise<Store>][] = [
  ['sqlite', openSqlite],
  ['postgresql', openPostgres],
];

interface OldJob {
  status: string;
  metadata?: string;
  /** From the start to the end; null for a job without a start. */
  took?: number | null;
  steps?: { status: string; code?: string; fallbacks?: string }[];
  attempts?: { model: string; outcome: string; code?: string }[];
}

const many = Array.from({ length: 60 }, (_, index) => `compatible/model-${index + 10}`);

const jobs: Record<string, OldJob> = {
  completed: {
    status: 'COMPLETED',
    metadata: '{"Order":"A-20318"}',
    took: 5,
    steps: [{ status: 'COMPLETED' }],
    attempts: [{ model: 'sandbox/fast', outcome: 'ANSWERED' }],
  },
  wentOn: {
    status: 'COMPLETED',
    took: 2 ** 40,
    steps: [
      { status: 'FAILED', code: 'FALLBACKS_EXHAUSTED' },
      { status: 'COMPLETED', fallbacks: '["sandbox/down"]' },
    ],
    attempts: [
      { model: 'sandbox/down', outcome: 'FAILED', code: 'PROVIDER_UNAVAILABLE' },
      { model: 'sandbox/slow', outcome: 'PASSED_OVER', code: 'CIRCUIT_OPEN' },
      { model: 'sandbox/fast', outcome: 'ANSWERED' },
    ],
  },
  neverBegun: { status: 'CANCELED', metadata: '{"A":1}', took: null, steps: [{ status: 'SKIPPED' }] },
  running: {
    status: 'RUNNING',
    metadata: `{"LONG":"${'X'.repeat(500)}"}`,
    steps: [{ status: 'FAILED', code: 'OUTPUT_INVALID', fallbacks: '["sandbox/down"]' }],
    attempts: [{ model: 'sandbox/fast', outcome: 'FAILED', code: 'OUTPUT_INVALID' }],
  },
  calledMany: {
    status: 'FAILED',
    took: 0,
    attempts: many.map((model) => ({ model, outcome: 'FAILED', code: 'MODEL_NOT_FOUND' })),
  },
};

const text = (value: string | undefined) => (value === undefined ? 'NULL' : `'${value}'`);

async function fill({ exec, at }: Store): Promise<void> {
  await exec(`
    INSERT INTO "Plan" ("id", "name", "monthlyPriceMicros", "position") VALUES ('plan', 'Plan', 0, 0);
    INSERT INTO "Account" ("id", "name", "planId", "status", "settings", "demo", "createdAt", "updatedAt")
      VALUES ('acme', 'Acme', 'plan', 'ACTIVE', '{}', false, ${at(1)}, ${at(1)});
    INSERT INTO "User" ("id", "accountId", "email", "passwordHash", "role", "status", "scopeRead", "scopeWrite",
      "scopeAdmin", "createdAt", "updatedAt")
      VALUES ('ada', 'acme', 'ada@acme.example', '', 'DEVELOPER', 'ACTIVE', true, true, false, ${at(1)}, ${at(1)});`);
  const start = Date.parse('2026-06-01');
  for (const [id, { status, metadata, took, steps = [{ status }], attempts = [] }] of Object.entries(jobs)) {
    const hasEnded = took !== undefined;
    await exec(`
      INSERT INTO "Job" ("id", "accountId", "userId", "name", "status", "queueState", "priority", "slots", "epoch",
        "crashCount", "attempts", "tokensIn", "tokensOut", "createdAt", "startedAt", "finishedAt", "metadata")
      VALUES ('${id}', 'acme', 'ada', '${id}', '${status}', '${hasEnded ? 'ENDED' : 'DISPATCHED'}', 1, 1, 1, 0, 0, 0, 0,
        ${at(start)}, ${took === null ? 'NULL' : at(start)}, ${hasEnded ? at(start + (took ?? 0)) : 'NULL'},
        ${text(metadata)});`);
    for (const [position, step] of steps.entries())
      await exec(`
        INSERT INTO "JobStep" ("jobId", "position", "stepId", "task", "status", "fallbacks", "truncated", "attempts",
          "tokensIn", "tokensOut", "errorCode", "isFinal")
        VALUES ('${id}', ${position}, 's${position}', 'generation', '${step.status}', '${step.fallbacks ?? '[]'}', false,
          0, 0, 0, ${text(step.code)}, true);`);
    for (const [index, { model, outcome, code }] of attempts.entries())
      await exec(`
        INSERT INTO "Attempt" ("jobId", "position", "number", "model", "outcome", "code", "inputTokens",
          "cachedInputTokens", "cacheWriteTokens", "outputTokens", "reasoningTokens", "estimated", "startedAt")
        VALUES ('${id}', 0, ${index + 1}, '${model}', '${outcome}', ${text(code)}, 0, 0, 0, 0, 0, false, ${at(start)});`);
  }
}

const lines = (...all: string[]) => `\n${all.join('\n')}\n`;
const nothing = { searchMetadata: '', endText: '', hasFallbacks: false, durationMs: null };

test.each(stores)(
  '%s: jobs from before migration 0023 are found as those after it',
  async (provider, open) => {
    const store = await open();
    const migrations = readMigrations(projectMigrations[provider]);
    for (const { sql } of migrations.filter(({ name }) => name < '0023')) await store.exec(sql);
    await fill(store);
    for (const { sql } of migrations.filter(({ name }) => name.startsWith('0023'))) await store.exec(sql);
    const rows = await store.read(
      `SELECT "id", "status", "searchMetadata", "endText", "hasFallbacks", "durationMs" FROM "Job"`,
    );
    const found = Object.fromEntries(
      rows.map(({ id, hasFallbacks, ...row }) => [id, { ...row, hasFallbacks: Boolean(hasFallbacks) }]),
    );
    const all = lines('MODEL_NOT_FOUND', ...many);
    expect(found).toEqual({
      completed: {
        ...{ ...nothing, status: 'COMPLETED', searchMetadata: '{"order":"a-20318"}', durationMs: 5 },
        endText: lines('sandbox/fast'),
      },
      wentOn: {
        ...{ ...nothing, status: 'COMPLETED_WITH_FAILURES', hasFallbacks: true, durationMs: 2 ** 31 - 1 },
        endText: lines(
          ...['CIRCUIT_OPEN', 'FALLBACKS_EXHAUSTED', 'PROVIDER_UNAVAILABLE', 'sandbox/down', 'sandbox/fast'],
        ),
      },
      neverBegun: { ...nothing, status: 'CANCELED', searchMetadata: '{"a":1}' },
      running: { ...nothing, status: 'RUNNING', searchMetadata: `{"long":"${'x'.repeat(391)}` },
      calledMany: {
        ...{ ...nothing, status: 'FAILED', durationMs: 0 },
        endText: `${all.slice(0, provider === 'sqlite' ? 400 : 140)}\n…\n`,
      },
    });
  },
);
