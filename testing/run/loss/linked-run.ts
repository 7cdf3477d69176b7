// @ts-check
import fs from 'node:fs';
import path from 'node:path';
import { runChild } from '@/scripts/console/child.mjs';
import { runDirectory } from '@/scripts/project.mjs';
import { startTestServer } from '@/testing/run/test-server';
import { probingClient } from './probing-client';

/**
 * Serves a database by a link, and tries to restore it by its real path: as its own checkout would, and as another one,
 * which knows nothing of the server.
 *
 * @param {{ env: Record<string, string>, folder: string, file: string, found: ReturnType<typeof import('./findings').findings> }} run
 */
export async function linkedRun({ env, folder, file, found }) {
  const link = path.join(folder, 'link.db');
  const backup = path.join(folder, 'backup.db');
  fs.copyFileSync(file, backup);
  fs.symlinkSync(file, link);
  const restore = () => runChild(process.execPath, ['scripts/run.mjs', 'restore', backup], { env });
  const server = await startTestServer({ ...env, DATABASE_URL: `file:${link}` });
  try {
    const known = await restore();
    found.expect(
      'linked: a restore knows the server by its record',
      known.code === 1 && known.output.includes(`process ${server.pid}`),
      known.output,
    );
    fs.rmSync(path.join(runDirectory, `server-${server.pid}.json`));
    const unknown = await restore();
    found.expect(
      'linked: a restore of another checkout meets an idle server',
      unknown.code === 1 && unknown.output.includes('is in use'),
      unknown.output,
    );
    await (await probingClient(env, found)).expectWrites('linked');
  } finally {
    await server.stop();
  }
  found.expect(
    'linked: a server that has ended leaves the database in one file',
    !fs.existsSync(`${file}-wal`),
  );
  const { code, output } = await restore();
  found.expect('linked: the database can be restored then', code === 0, output);
  found.expect('linked: the link stays', fs.lstatSync(link).isSymbolicLink());
}
