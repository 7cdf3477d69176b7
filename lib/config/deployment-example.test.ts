import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { isExposed, readEnvironment, variables } from '@/lib/config/environment';
import { serve } from '@/testing/run/server-process';

const read = (name: string) => fs.readFileSync(path.join('docs', 'deployment', name), 'utf8');
const compose = read('compose.yaml');

describe('the compose file of the documentation', () => {
  const block = /^x-server:[\s\S]*?^ {2}environment: &environment\n((?: {4}.*\n)+)/m.exec(compose)?.[1] ?? '';
  const lines = [...block.matchAll(/^ {4}([A-Z_]+): '?(.+?)'?$/gm)].map(([, name = '', value = '']) => [
    name,
    value,
  ]);
  const filledIn = lines.map(([name, value]) => [
    name,
    value?.replaceAll(/\$\{\w+:\?\}/g, 'example-of-a-value'),
  ]);
  const environment = readEnvironment(Object.fromEntries(filledIn));

  test('sets only variables that the server reads, to values that it takes', () => {
    expect(lines.length).toBeGreaterThan(0);
    const known = Object.values(variables).map(({ name }) => name);
    expect(known).toEqual(expect.arrayContaining(lines.map(([name]) => name)));
    expect(environment.databaseUrl).toBe(
      'postgresql://switchyard:example-of-a-value@postgres:5432/switchyard',
    );
    expect(environment.publicUrl).toBe('https://example-of-a-value');
  });

  test('has the servers trust the network that they share with the proxy, and no other', () => {
    const subnet = /subnet: (\S+)/.exec(compose)?.[1];
    expect(environment.trustProxy).toEqual([subnet]);
    expect(isExposed(environment)).toBe(true);
  });

  test('sends the proxy to every server, and opens the ports of the proxy alone', () => {
    const servers = [...compose.matchAll(/^ {2}(\S+): \*server$/gm)].map(([, name]) => `${name}:3000`);
    expect(servers).toHaveLength(2);
    const upstreams = /reverse_proxy (.+) \{/.exec(read('Caddyfile'))?.[1]?.split(' ');
    expect(upstreams).toEqual(servers);
    expect(compose.match(/ports:/g)).toHaveLength(1);
  });

  test('has a worker for the jobs that the servers leave', () => {
    expect(environment.runJobs).toBe(false);
    expect(compose).toMatch(/^ {2}worker:\n {4}<<: \*server\n {4}command: .*--worker/m);
  });

  test('bounds the memory, processes, and log of every service, and gives each time to end', () => {
    const { services } = parse(compose, { merge: true });
    expect(Object.keys(services)).toEqual(expect.arrayContaining(['server-1', 'worker', 'backup', 'proxy']));
    for (const service of Object.values(services))
      expect(service).toMatchObject({
        mem_limit: expect.stringMatching(/^\d+[mg]$/),
        pids_limit: expect.any(Number),
        logging: { driver: 'json-file', options: { 'max-size': '20m', 'max-file': '5' } },
      });
    for (const name of ['server-1', 'server-2', 'worker', 'postgres', 'proxy'])
      expect(Number.parseInt(services[name].stop_grace_period, 10), name).toBeGreaterThan(10);
  });

  test('asks the worker for its health at the port that it gives it', () => {
    const { worker } = parse(compose, { merge: true }).services;
    expect(worker.environment.RUN_JOBS).toBe('off');
    expect(worker.healthcheck.test.join(' ')).toContain(
      `:${worker.environment.HEALTH_PORT}/api/health/ready`,
    );
  });

  test('gives the proxy each variable that its configuration names', () => {
    const named = [...read('Caddyfile').matchAll(/\{\$(\w+)\}/g)].map(([, name]) => name);
    expect(named).toEqual(['DOMAIN']);
    expect(compose).toContain(`DOMAIN: \${DOMAIN:?}`);
  });
});

test('the systemd unit starts what the copy has, with variables that the server reads, and time to end', () => {
  const unit = read('switchyard.service');
  const known = Object.values(variables).map(({ name }) => name);
  const set = [...unit.matchAll(/^Environment=(.+)$/gm)].flatMap(([, pairs = '']) =>
    pairs.split(' ').map((pair) => pair.split('=', 1)[0]),
  );
  expect([...known, 'NODE_ENV', 'NODE_OPTIONS', 'MALLOC_MMAP_THRESHOLD_', 'MALLOC_ARENA_MAX']).toEqual(
    expect.arrayContaining(set),
  );
  expect(fs.existsSync(/^ExecStart=\S+ (\S+)/m.exec(unit)?.[1] ?? '')).toBe(true);
  expect(Number(/^TimeoutStopSec=(\d+)$/m.exec(unit)?.[1])).toBeGreaterThan(10);
});

test('npm, the systemd unit, the image, and the tests bound the memory of new objects alike', () => {
  const { scripts } = JSON.parse(fs.readFileSync('package.json', 'utf8'));
  const options = [scripts.start, scripts.serve, scripts.worker, read('switchyard.service')].concat(
    fs.readFileSync('Dockerfile', 'utf8'),
    serve.join(' '),
  );
  for (const text of options) expect(text).toContain('--max-semi-space-size=16');
});
