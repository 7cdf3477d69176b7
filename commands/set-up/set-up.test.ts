import fs from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, expect, test, vi } from 'vitest';
import setUp from '@/commands/set-up';
import { probePort } from '@/server/http/connections/listen';

const folder = fs.mkdtempSync(path.join(tmpdir(), 'switchyard-set-up-'));
afterEach(() => {
  vi.unstubAllEnvs();
  fs.rmSync(folder, { recursive: true });
});

test('npm start with a wrong models file stops before it touches the database', async () => {
  const file = path.join(folder, 'models.json');
  fs.writeFileSync(file, '{"models":[{"id":"nobody"}]}');
  vi.stubEnv('MODELS_FILE', file);
  vi.stubEnv('DATABASE_URL', `file:${path.join(folder, 'site.db')}`);
  vi.stubEnv('PORT', String(await probePort({ host: '127.0.0.1', port: 0 })));
  await expect(setUp()).rejects.toThrow(`The models file ${file} is wrong:`);
  expect(fs.readdirSync(folder)).toEqual(['models.json']);
});
