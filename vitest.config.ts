import { readdirSync, readFileSync } from 'node:fs';
import { playwright } from '@vitest/browser-playwright';
import { defineConfig } from 'vitest/config';
import { installedChromium } from './testing/run/installed-programs.ts';
import { forwardToApi } from './testing/screens/forward-to-api.ts';

const here = new URL('./', import.meta.url).pathname;

const unitFolders = [
  'app',
  'bench',
  'components',
  'graphql',
  'lib',
  'prisma',
  'scripts',
  'server',
  'testing',
];
/** Files that replace or reload modules, set the process's clock, or measure its memory: no other file may share it. */
const aloneInProcess = unitFolders
  .flatMap((folder) =>
    readdirSync(here + folder, { recursive: true, encoding: 'utf8' }).map((file) => `${folder}/${file}`),
  )
  .filter((file) => file.endsWith('.test.ts') && !file.endsWith('.screen.test.ts'))
  .filter((file) =>
    /\bvi\.(mock|doMock|resetModules)\(|--expose-gc|toFake: \[.*'performance'/.test(
      readFileSync(here + file, 'utf8'),
    ),
  );

/** What the run on PostgreSQL leaves out, because it is about SQLite's files and statements. */
const aboutSqlite = [
  'lib/server/database/sqlite/**',
  'lib/server/database/migrations/**',
  'lib/server/database/failing-database.test.ts',
  'lib/server/runtime/{file-readiness,start-runtime,start-within-next}.test.ts',
  'graphql/{done-mutations,failing-database}.test.ts',
  // It goes back to kept states by SQLite's ATTACH.
  'graphql/key-escalation.test.ts',
];
const postgres = Boolean(process.env.TEST_POSTGRES_URL);

// What a shell configures must not change what is tested.
const env = {
  LOG_LEVEL: 'silent',
  PORT: '',
  EMAILJS_PUBLIC_KEY: '',
  EMAILJS_SERVICE_ID: '',
  EMAILJS_WAITLIST_TEMPLATE: '',
  EMAILJS_CONTACT_TEMPLATE: '',
};
// The set-ups of projects run in this process.
Object.assign(process.env, env);

export default defineConfig({
  resolve: {
    alias: [
      { find: /^@\//, replacement: here },
      // What Node gives to Yoga and Pothos. Vite would pick the build for development: of two copies, none knows the
      // other's types.
      { find: /^graphql$/, replacement: `${here}node_modules/graphql/index.mjs` },
    ],
  },
  test: {
    // Vitest leaves one core free, which of two is half.
    maxWorkers: '100%',
    // A hang fails; a shared machine that is slow for a while does not.
    testTimeout: 60_000,
    hookTimeout: 60_000,
    env,
    allowOnly: false,
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          include: [`{${postgres ? 'graphql,lib/server' : unitFolders.join(',')}}/**/*.test.ts`],
          // Package trees of their own stand among the tests.
          exclude: [
            '**/node_modules/**',
            '**/*.screen.test.ts',
            ...aloneInProcess,
            ...(postgres ? aboutSqlite : []),
          ],
          environment: 'node',
          pool: 'forks',
          // Each process loads the schema and the database client once, not once a file.
          isolate: false,
          globalSetup: ['testing/database-templates.ts'],
        },
      },
      {
        extends: true,
        test: {
          name: 'unit-alone',
          include: postgres ? aloneInProcess.filter((file) => file.startsWith('graphql/')) : aloneInProcess,
          environment: 'node',
          pool: 'forks',
          globalSetup: ['testing/database-templates.ts'],
        },
      },
      {
        extends: true,
        test: {
          // Whole commands, each in a process of its own.
          name: 'commands',
          include: ['commands/**/*.test.ts'],
          environment: 'node',
          pool: 'forks',
          globalSetup: ['testing/database-templates.ts'],
        },
      },
      {
        extends: true,
        test: {
          // The served site without a browser; E2E_URL names it.
          name: 'http',
          include: ['e2e/http/**/*.test.ts'],
          environment: 'node',
          pool: 'forks',
        },
      },
      {
        extends: true,
        plugins: [forwardToApi],
        resolve: {
          alias: {
            'next/dynamic': `${here}testing/screens/next/dynamic.tsx`,
            'next/link': `${here}testing/screens/next/link.tsx`,
            'next/navigation': `${here}testing/screens/next/navigation.ts`,
            'next/offline': `${here}testing/screens/next/offline.ts`,
          },
        },
        oxc: { jsx: { runtime: 'automatic' } },
        test: {
          // One screen at a time in a browser, over the real API.
          name: 'screens',
          include: ['components/**/*.screen.test.ts'],
          // Limits are for what hangs: a state that never comes fails, a slow machine doesn't.
          expect: { poll: { timeout: 30_000 } },
          testTimeout: 300_000,
          setupFiles: ['testing/screens/set-up.ts'],
          globalSetup: ['testing/screens/serve-api.ts'],
          browser: {
            enabled: true,
            headless: true,
            screenshotFailures: false,
            viewport: { width: 1280, height: 720 },
            // As in the flows: a name is found by a part of it, unless the locator says `exact`.
            locators: { exact: false },
            provider: playwright({
              launchOptions: {
                executablePath: process.env.CHROMIUM_PATH || installedChromium(),
                args: ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run'],
              },
              contextOptions: { permissions: ['clipboard-read', 'clipboard-write'] },
              actionTimeout: 30_000,
            }),
            instances: [{ browser: 'chromium' }],
          },
        },
      },
    ],
  },
});
