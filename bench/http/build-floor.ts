// @ts-check
import fs from 'node:fs';
import path from 'node:path';
import { root } from '@/scripts/project.mjs';
import { fingerprint } from '@/scripts/setup/fingerprint.mjs';
import { installedCommand, runTool } from '@/scripts/setup/run-tool.mjs';
import { stampedStep } from '@/scripts/setup/stamped-step.mjs';

/** The app that everything served is held against, relative to the project. */
export const floorApp = path.join('bench', 'floor');

/** Builds the floor with the same Next.js, where that is not done. */
export const buildFloor = () =>
  stampedStep({
    name: 'floor',
    doing: 'building the floor',
    done: 'floor built',
    stampFile: path.join(root, floorApp, '.next', 'switchyard-build'),
    fingerprint: () =>
      fingerprint(
        [
          ...['app', 'instrumentation.ts', 'next.config.ts', 'tsconfig.json'].map((name) =>
            path.join(floorApp, name),
          ),
          'package-lock.json',
        ],
        [process.version],
      ),
    present: () => fs.existsSync(path.join(root, floorApp, '.next', 'BUILD_ID')),
    work: async () => {
      await runTool(installedCommand('next'), ['build', floorApp], {
        env: { NODE_ENV: 'production', NEXT_TELEMETRY_DISABLED: '1' },
        advice: 'The floor could not be built; the lines above say why.',
      });
    },
  });
