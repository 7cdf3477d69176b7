import { readdirSync, readFileSync } from 'node:fs';
import { playwright } from '@vitest/browser-playwright';
import { defineConfig, type Plugin } from 'vitest/config';
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

/**
 * What the run on PostgreSQL repeats: where the store decides the outcome, by its SQL, transactions, locks, constraints,
 * types, or order of texts. Rules, texts, resolvers that pass on, and evaluation are the same on both.
 */
const whereStoresDiffer = [
  'lib/server/database/*.test.ts',
  'lib/server/database/postgres/**/*.test.ts',
  'testing/guide/*.test.ts',
  'lib/server/{approvals,billing,bulk,rate-limit,usage}/**/*.test.ts',
  'lib/server/audit/{audit-chain,prune-*}.test.ts',
  'lib/server/auth/{find-credential,last-active,write-as}.test.ts',
  'lib/server/email/stored-emails.test.ts',
  'lib/server/files/*.test.ts',
  'lib/server/secrets/*.test.ts',
  'lib/server/traces/job-traces.test.ts',
  'lib/server/workflows/*.test.ts',
  'lib/server/jobs/ledger/**/*.test.ts',
  // The ledger of jobs, without what providers and texts do to them.
  'lib/server/jobs/worker/{clock-jumps,conformance,job-worker,run-slots}.test.ts',
  'lib/server/jobs/worker/{quarantine,several-processes,suspects,job-recovery,log-recorded-jobs}.test.ts',
  // Whom a record belongs to, and what a database makes of hostile values.
  'graphql/{fuzz,tenancy}.test.ts',
  // Changes that meet, and unique values.
  'graphql/**/*-etag.test.ts',
  'graphql/api-keys/{previous-secret-calls,rotate-with-grace}.test.ts',
  'graphql/auth/session-limit.test.ts',
  'graphql/billing/{draft-and-cancel,invoices}.test.ts',
  'graphql/users/{create-user,last-admin}.test.ts',
  // Pages, orders, searches, and sums.
  'graphql/whole-pages.test.ts',
  'graphql/api-keys/{order-of-keys,page-of-keys}.test.ts',
  'graphql/audit/audit-list.test.ts',
  'graphql/billing/amounts-owed.test.ts',
  'graphql/usage/*.test.ts',
  'graphql/users/{list-users,sort-users}.test.ts',
  'graphql/workflows/{bounded-search,filter-jobs,filter-metadata,rerun-from-step,rerun-job,rerun-jobs,search-jobs,workflows}.test.ts',
];
/** SQLite's own failures, among the files of both. */
const aboutSqlite = ['lib/server/database/failing-database.test.ts'];
/** Set-ups of projects with tests of the server: the database that they copy, and the programs that it starts. */
const serverSetUps = ['testing/database-templates.ts', 'testing/bundled-programs/bundle-programs.ts'];
/** Bundled programs start in half the time of their sources, which evaluators.test.ts starts once. */
const bundledPrograms = {
  alias: [{ find: './program-command', replacement: `${here}testing/bundled-programs/program-command.ts` }],
};
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

/** Node loads packages as for the server. Their builds for development are slower, and full of checks of their own. */
const asServed: Plugin = {
  name: 'packages-as-served',
  configResolved({ ssr }) {
    Object.assign(ssr.resolve ?? {}, { conditions: ['node'] });
  },
};

export default defineConfig({
  plugins: [asServed],
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
    testTimeout: 300_000,
    hookTimeout: 300_000,
    env,
    allowOnly: false,
    projects: [
      {
        extends: true,
        resolve: bundledPrograms,
        test: {
          name: 'unit',
          include: postgres ? whereStoresDiffer : [`{${unitFolders.join(',')}}/**/*.test.ts`],
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
          globalSetup: serverSetUps,
        },
      },
      {
        extends: true,
        resolve: bundledPrograms,
        test: {
          name: 'unit-alone',
          include: aloneInProcess,
          environment: 'node',
          pool: 'forks',
          globalSetup: serverSetUps,
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
