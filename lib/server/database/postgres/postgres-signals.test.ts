import { once } from 'node:events';
import net from 'node:net';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { copyTestDatabase, onPostgres, type TestDatabase } from '@/testing/test-database';
import { openPool } from './postgres-pool';
import { PostgresSignals } from './postgres-signals';
import { PostgresSchemaWatch } from './schema-watch';

describe.runIf(onPostgres)('signals between processes', () => {
  let database: TestDatabase;
  beforeEach(async () => {
    database = await copyTestDatabase();
  });
  afterEach(() => database.remove());

  const openSignals = (url = database.url) => new PostgresSignals(url, new PostgresSchemaWatch(url));

  test('reach the other process, and not their sender', async () => {
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

  test('connect again after an end that the network hid', async () => {
    const { hostname, port } = new URL(database.url);
    let isHidden = false;
    const proxy = net.createServer({ allowHalfOpen: true }, (client) => {
      const server = net.connect(Number(port), hostname);
      server.on('data', (data) => isHidden || client.write(data));
      client.on('data', (data) => server.writable && server.write(data));
      client.on('close', () => server.destroy());
      for (const end of [client, server]) end.on('error', () => {});
    });
    await once(proxy.listen(0, '127.0.0.1'), 'listening');
    const through = new URL(database.url);
    through.host = `127.0.0.1:${(proxy.address() as net.AddressInfo).port}`;
    const pool = openPool(database.url, { connections: 1, readOnly: false });
    const listening = async () =>
      (
        await pool.query(
          `SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND query = 'LISTEN switchyard'`,
        )
      ).rows;
    vi.useFakeTimers({ toFake: ['setInterval'] });
    const signals = openSignals(through.href);
    try {
      signals.listen(() => {});
      await expect.poll(listening).toHaveLength(1);
      isHidden = true;
      await pool.query('SELECT pg_terminate_backend($1)', [(await listening())[0].pid]);
      await expect.poll(listening).toHaveLength(0);
      isHidden = false;
      vi.advanceTimersByTime(5_000);
      await expect.poll(listening, { timeout: 20_000 }).toHaveLength(1);
      expect((await pool.query('SHOW tcp_keepalives_idle')).rows).toEqual([{ tcp_keepalives_idle: '10' }]);
    } finally {
      vi.useRealTimers();
      await Promise.all([signals.close(), pool.end()]);
      proxy.close();
    }
  });
});
