import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { ICruiseResult } from 'dependency-cruiser';
import { expect, test } from 'vitest';
import configuration from '@/.dependency-cruiser.mjs';
import { root } from '@/scripts/project.mjs';
import { installedCommand } from '@/scripts/setup/run-tool.mjs';

/** The folders of lib/engine that a later one builds on. */
const engineFolders =
  `models expressions replies preprocessors routing calls tasks postprocessors run planning
  bulk`.split(/\s+/);

/** An import that breaks each rule: the file, and what it imports. Files of the project have their ending. */
const breaches: Record<string, [file: string, target: string]> = {
  'app(?!/(?:api|v1)/)': ['app/page.ts', 'lib/server/users/create-user.ts'],
  'app/api app/v1 instrumentation': ['app/v1/route.ts', 'components/users/button.ts'],
  components: ['components/users/screen.ts', 'lib/engine/run.ts'],
  'components/charts components/ui': ['components/ui/table.ts', 'components/users/button.ts'],
  'components/layout': ['components/layout/frame.ts', 'components/users/button.ts'],
  graphql: ['graphql/users/type.ts', 'lib/engine/run.ts'],
  server: ['server/http/page.ts', 'components/users/button.ts'],
  'lib/config': ['lib/config/plans.ts', 'lib/rules/day.ts'],
  'lib/rules': ['lib/rules/price.ts', 'lib/format/money.ts'],
  'lib/format': ['lib/format/date.ts', 'lib/validation/users.ts'],
  'lib/validation': ['lib/validation/day.ts', 'lib/format/money.ts'],
  'lib/graphql-client': ['lib/graphql-client/client.ts', 'lib/server/users/create-user.ts'],
  'lib/content': ['lib/content/posts.ts', 'lib/graphql-client/session.ts'],
  'lib/server': ['lib/server/users/list.ts', 'graphql/yoga.ts'],
  'lib/engine': ['lib/engine/step.ts', 'lib/server/users/create-user.ts'],
  'lib/providers': ['lib/providers/sandbox.ts', 'lib/server/users/create-user.ts'],
  commands: ['commands/backup/write.ts', 'graphql/yoga.ts'],
  prisma: ['prisma/seed.ts', 'graphql/yoga.ts'],
  'testing(?!/screens/)': ['testing/world.ts', 'components/users/button.ts'],
  'testing/screens': ['testing/screens/page.ts', 'server/main.ts'],
  bench: ['bench/measure.ts', 'commands/backup/copy.ts'],
  'bench/floor': ['bench/floor/app/hello.ts', 'lib/rules/day.ts'],
  e2e: ['e2e/site/visit.ts', 'server/main.ts'],
  scripts: ['scripts/start.mjs', 'lib/rules/day.ts'],
  '(?!instrumentation)[^/]+(?!/)': ['next.config.ts', 'server/main.ts'],
  ...Object.fromEntries(
    engineFolders.map((folder) => [
      `lib/engine/${folder}`,
      [`lib/engine/${folder}/early.ts`, 'lib/engine/drill/scenario.ts'],
    ]),
  ),
  'no-node-in-browsers': ['components/ui/file.ts', 'node:fs'],
  'no-server-packages-in-browsers': ['lib/format/hash.ts', 'better-sqlite3'],
  'zod-for-browsers': ['components/ui/form.ts', 'zod'],
  'shared-without-framework': ['lib/rules/screen.ts', 'react'],
  'opentelemetry-in-one-file': ['lib/server/traces/name.ts', '@opentelemetry/api'],
  'opentelemetry-when-needed': ['lib/server/traces/start.ts', 'lib/server/traces/send-spans.ts'],
  'api-without-screens': ['graphql/screen.ts', 'next'],
  'lib-server-without-frameworks': ['lib/server/users/users.test.ts', 'graphql'],
  'prisma-in-one-folder': ['server/store.ts', '@prisma/client'],
  'api-without-database': ['app/api/store/route.ts', 'better-sqlite3'],
  'engine-without-packages': ['lib/engine/timer.ts', 'node:timers'],
  'scripts-before-packages': ['scripts/check.mjs', 'zod'],
  'consoles-apart': ['components/users/admin/list.ts', 'components/users/developer/list.ts'],
  'content-on-its-pages': ['components/users/admin/help.ts', 'lib/content/docs.ts'],
  'no-machine-in-browsers': ['lib/format/place.ts', 'lib/config/environment.ts'],
  'database-behind-lib-server': ['graphql/rows.ts', 'prisma/generated/client.ts'],
  'lib-server-without-scripts': ['lib/server/users/stop.ts', 'scripts/console/stop.mjs'],
  'starting-last': ['lib/server/users/begin.ts', 'lib/server/starting/start-runtime.ts'],
  'database-without-domains': ['lib/server/database/count.ts', 'lib/server/users/create-user.ts'],
  'auth-without-domains': ['lib/server/auth/recognize.ts', 'lib/server/users/create-user.ts'],
  'rate-limit-without-domains': ['lib/server/rate-limit/count.ts', 'lib/server/users/create-user.ts'],
  'account-after-domains': ['lib/server/billing/own.ts', 'lib/server/account/find-account.ts'],
  'users-without-workflows': ['lib/server/users/disable.ts', 'lib/server/workflows/start-workflow.ts'],
  'jobs-without-users-of-jobs': ['lib/server/files/send.ts', 'lib/server/webhooks/send-message.ts'],
  'workflows-without-bulk-runs': ['lib/server/workflows/prune.ts', 'lib/server/bulk/prune-bulk.ts'],
  'seed-at-the-start': ['server/http/seed.ts', 'prisma/demo.ts'],
  'tests-of-screens': ['components/users/screen.test.ts', 'lib/server/users/create-user.ts'],
  'tools-apart': ['lib/rules/rules.test.ts', 'e2e/visitor.ts'],
  'tests-apart': ['testing/shared.ts', 'lib/server/users/users.test.ts'],
  'commands-without-testing': ['commands/backup/try.ts', 'testing/people.ts'],
  'across-folders-by-alias': ['lib/format/date.ts', '../config/limits'],
  'across-routes-by-alias': ['app/docs/page.ts', '../layout'],
  'no-circle': ['lib/format/circle.ts', 'lib/format/circle.ts'],
  'no-unknown-file': ['lib/format/missing.ts', './nowhere'],
  'no-undeclared-package': ['lib/server/stray.ts', 'stray-package'],
  'no-dead-file': ['lib/format/dead.ts', 'lib/config/limits.ts'],
  'no-file-for-tests-alone': ['lib/server/users/users.test.ts', 'lib/server/users/tested.ts'],
};

const isFile = (target: string) => /\.(mjs|ts)$/.test(target);
const isPackage = (target: string) => /^(@\w|\w[\w-]*$)/.test(target) && !isFile(target);

/** A project of the planted files under the committed rules; each import is in its file. @returns its violations */
function cruise(imports: [file: string, line: string][], targets: string[]): ICruiseResult {
  const directory = mkdtempSync(path.join(tmpdir(), 'switchyard-imports-'));
  const write = (file: string, text: string) => {
    mkdirSync(path.dirname(path.join(directory, file)), { recursive: true });
    writeFileSync(path.join(directory, file), text);
  };
  for (const name of ['.dependency-cruiser.mjs', 'tsconfig.json'])
    copyFileSync(path.join(root, name), path.join(directory, name));
  const names = targets.filter(isPackage);
  for (const name of names) write(`node_modules/${name}/index.js`, 'export {};');
  const declared = names.filter((name) => name !== 'stray-package').map((name) => [name, '*']);
  write('package.json', JSON.stringify({ dependencies: Object.fromEntries(declared) }));
  for (const file of [...targets.filter(isFile), 'lib/config/limits.ts', 'app/layout.ts'])
    write(file, 'export {};');
  const lines = Map.groupBy(imports, ([file]) => file);
  for (const [file, all] of lines) write(file, all.map(([, line]) => line).join('\n'));
  const args = ['--config', '.dependency-cruiser.mjs', '--output-type', 'json', '.'];
  const { stdout, stderr } = spawnSync(installedCommand('depcruise'), args, {
    cwd: directory,
    encoding: 'utf8',
    maxBuffer: 2 ** 26,
  });
  rmSync(directory, { recursive: true });
  if (!stdout) throw new Error(stderr);
  return JSON.parse(stdout);
}

test('each rule refuses an import that breaks it, as a value and as a type', () => {
  const specifier = (target: string) => (isFile(target) ? `@/${target.replace(/\.ts$/, '')}` : target);
  const planted = Object.values(breaches);
  const values = planted.map(([file, target]): [string, string] => [file, `import '${specifier(target)}';`]);
  const types: [string, string] = ['lib/engine/types.ts', `import type { A } from '@/server/main';`];
  const { summary } = cruise(
    [...values, types],
    planted.map(([, target]) => target),
  );
  const broken = summary.violations.map(({ rule, from }) => `${rule.name}: ${from}`);
  const aboutFiles = ['no-file-for-tests-alone'];
  expect(Object.keys(breaches).sort()).toEqual(configuration.forbidden?.map(({ name }) => name).sort());
  for (const [rule, [file, target]] of Object.entries(breaches))
    expect(broken).toContain(`${rule}: ${aboutFiles.includes(rule) ? target : file}`);
  expect(broken).toContain('lib/engine: lib/engine/types.ts');
});
