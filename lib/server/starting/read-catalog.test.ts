import fs from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { readEnvironment } from '@/lib/config/environment';
import { models } from '@/lib/config/models';
import { runtime } from '@/lib/server/runtime/runtime';
import { readCatalog } from '@/lib/server/starting/read-catalog';
import { startRuntime } from '@/lib/server/starting/start-runtime';
import { root } from '@/scripts/project.mjs';
import { main } from '@/server/main';
import { copyTestDatabase } from '@/testing/test-database';

let folder: string;
beforeAll(() => {
  folder = fs.mkdtempSync(path.join(tmpdir(), 'switchyard-models-'));
});
afterAll(() => fs.rmSync(folder, { recursive: true }));

const written = (content: unknown) => {
  const file = path.join(folder, 'models.json');
  fs.writeFileSync(file, typeof content === 'string' ? content : JSON.stringify(content));
  return file;
};

test('without a file, the catalog is that of the product', () => {
  expect(readCatalog('').models).toBe(models);
});

test('a file adds models and overrides others; a relative path counts from the project folder', () => {
  const file = written({
    models: [
      { id: 'compatible/llama3.3', context: 131_072 },
      { id: 'openai/gpt-6-luna', routed: false },
    ],
  });
  const { models: all, named } = readCatalog(path.relative(root, file));
  expect(all).toHaveLength(models.length + 1);
  expect(named('compatible/llama3.3').context).toBe(131_072);
  expect(named('openai/gpt-6-luna')).toMatchObject({ routed: false, context: 1_050_000 });
});

test("a server's engine plans and routes with the models of its file", async () => {
  const database = await copyTestDatabase();
  const file = written({ models: [{ id: 'compatible/llama3.3', quality: 0.9 }] });
  const environment = readEnvironment({ DATABASE_URL: database.url, MODELS_FILE: file });
  const { workflows, close } = startRuntime(environment, readCatalog(environment.modelsFile));
  expect(workflows.engine.catalog.named('compatible/llama3.3').quality).toBe(0.9);
  await close();
  delete runtime.api;
  await database.remove();
});

test.each([
  ['{', "isn't valid JSON"],
  ['OPENAI_API_KEY=sk-proj-1', /isn't valid JSON( \(position \d+\))?\.$/],
  [' '.repeat(1024 * 1024 + 1), 'has 1048577 bytes, and at most 1 MiB is possible.'],
])('a file that contains %j stops the start', (content, reason) => {
  expect(() => readCatalog(written(content))).toThrow(reason);
});

test('a file that is missing, and a folder, stop the start', () => {
  expect(() => readCatalog(path.join(folder, 'none.json'))).toThrow("can't be read: ENOENT");
  expect(() => readCatalog(folder)).toThrow("isn't a file.");
});

test('of many problems, the first are printed', () => {
  const entries = Array.from({ length: 30 }, () => ({ id: 'nobody' }));
  expect(() => readCatalog(written({ models: entries }))).toThrow(
    /models\[19\].*\n {2}There are 10 more problems\./,
  );
});

test.each([
  ['a server', {}],
  ['a server that migrates', { migrate: true }],
  ['a worker', { worker: true }],
])('%s with a wrong file stops before it touches the database', async (_, options) => {
  const file = written({ models: [{ id: 'openai/x', context: 0 }] });
  vi.stubEnv('MODELS_FILE', file);
  vi.stubEnv('DATABASE_URL', `file:${path.join(folder, 'site.db')}`);
  await expect(main(options)).rejects.toThrow(
    [
      `The models file ${file} is wrong:`,
      '  models[0] (openai/x): context must be a whole number from 1 to 100,000,000.',
      'See MODELS_FILE in .env.example.',
    ].join('\n'),
  );
  expect(fs.readdirSync(folder)).toEqual(['models.json']);
  vi.unstubAllEnvs();
});
