// @ts-check
import fs from 'node:fs';
import path from 'node:path';
import { root } from '../project.mjs';
import { fingerprint } from './fingerprint.mjs';
import { installedCommand, runTool } from './run-tool.mjs';
import { stampedStep } from './stamped-step.mjs';

const generated = path.join(root, 'prisma', 'generated');

/** Generates the database client from the schema, if that isn't done. @throws {import('../console/stop.mjs').Stop} */
export const generate = () =>
  stampedStep({
    name: 'generate',
    doing: 'generating the database client',
    done: 'database client generated',
    stampFile: path.join(generated, '.switchyard-generate'),
    fingerprint: () => fingerprint(['prisma/schema.prisma', 'prisma.config.ts', 'package-lock.json'], []),
    present: () => fs.existsSync(path.join(generated, 'prisma', 'client.ts')),
    work: async () => {
      await runTool(installedCommand('prisma'), ['generate'], {
        advice: 'prisma/schema.prisma could not be generated from; the lines above say why.',
        env: { PRISMA_HIDE_UPDATE_MESSAGE: '1', CHECKPOINT_DISABLE: '1' },
      });
    },
  });
