// @ts-check
import fs from 'node:fs';
import path from 'node:path';
import { root } from '../project.mjs';
import { installedCommand, runTool } from './run-tool.mjs';
import { fingerprint, stampedStep } from './stamped-step.mjs';

const generated = path.join(root, 'prisma', 'generated');

/**
 * The schema for PostgreSQL, printed from the one for SQLite, which is the source of both.
 * @param {string} schema the text of prisma/schema.prisma
 * @returns {string}
 */
export const postgresSchema = (schema) =>
  schema
    .replace('provider = "sqlite"', 'provider = "postgresql"')
    .replace('"./generated/prisma"', '"./postgres"');

/** Generates the clients of both databases, if that isn't done. @throws {import('../console/stop.mjs').Stop} */
export const generate = () =>
  stampedStep({
    name: 'generate',
    doing: 'generating the database clients',
    done: 'database clients generated',
    stampFile: path.join(generated, '.switchyard-generate'),
    fingerprint: () =>
      fingerprint(
        ['prisma/schema.prisma', 'prisma.config.ts', 'package-lock.json', 'scripts/setup/generate.mjs'],
        [],
      ),
    present: () =>
      ['prisma', 'postgres'].every((client) => fs.existsSync(path.join(generated, client, 'client.ts'))),
    replaces: {
      folder: generated,
      missing: "The database clients aren't those of prisma/schema.prisma",
      remedy: 'npm run build',
    },
    work: async () => {
      const printed = path.join(generated, 'postgres.prisma');
      fs.mkdirSync(generated, { recursive: true });
      const schema = fs.readFileSync(path.join(root, 'prisma', 'schema.prisma'), 'utf8');
      fs.writeFileSync(printed, postgresSchema(schema));
      for (const source of ['prisma/schema.prisma', printed]) {
        await runTool(installedCommand('prisma'), ['generate', '--schema', source], {
          advice: 'prisma/schema.prisma could not be generated from; the lines above say why.',
          env: { PRISMA_HIDE_UPDATE_MESSAGE: '1', CHECKPOINT_DISABLE: '1' },
        });
      }
    },
  });
