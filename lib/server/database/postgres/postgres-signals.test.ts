import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { copyTestDatabase, onPostgres, type TestDatabase } from '@/testing/test-database';
import { PostgresSignals } from './postgres-signals';
import { PostgresSchemaWatch } from './schema-watch';

describe.runIf(onPostgres)('signals between processes', () => {
  let database: TestDatabase;
  beforeEach(async () => {
    database = await copyTestDatabase();
  });
  afterEach(() => database.remove());

  const openSignals = () => new PostgresSignals(database.url, new PostgresSchemaWatch(database.url));

  test('reach the other process, and not the one that sends them', async () => {
    const processes = [openSignals(), openSignals()];
    const heard: string[] = [];
    const [sender, other] = processes;
    sender?.listen((word) => heard.push(`sender: ${word}`));
    other?.listen((word) => heard.push(`other: ${word}`));
    await expect
      .poll(() => {
        sender?.send('job');
        return heard.length;
      })
      .toBeGreaterThan(0);
    expect(new Set(heard)).toEqual(new Set(['other: job']));
    await Promise.all(processes.map((each) => each.close()));
  });

  // A server that was stopped in its first moments hung until it was killed.
  test('end at once while they still connect', async () => {
    const signals = openSignals();
    signals.listen(() => {});
    await expect(signals.close()).resolves.toBeUndefined();
  });
});
