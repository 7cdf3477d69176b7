import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { ICruiseResult } from 'dependency-cruiser';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import configuration from '@/.dependency-cruiser.mjs';
import { root } from '@/scripts/project.mjs';
import { installedCommand } from '@/scripts/setup/run-tool.mjs';

/** Imports that one rule must refuse: from each of these files, or of these folders, to each of those. */
interface Wall {
  from: string[];
  to: string[];
  /** Left out, a type is refused as a value is. */
  typesPass?: true;
}

const client = 'prisma/generated/prisma/client.ts';
const browserLib = ['config/', 'format/', 'graphql-client/', 'rules/', 'validation/'].map(
  (name) => `lib/${name}`,
);
const machine = ['lib/config/environment.ts', 'lib/config/database-file.ts'];
const server = ['server/main.ts', 'lib/server/users/create-user.ts'];
const tools = ['commands/backup.ts', 'testing/test-world.ts', 'bench/measure-parts.ts', 'e2e/sign-in.ts'];
const api = ['graphql/yoga.ts', ...server, client, 'lib/engine/run.ts', 'lib/providers/sandbox.ts'];
const screens = ['app/layout.tsx', 'components/ui/button.tsx', 'lib/graphql-client/client.ts'];
const scripts = 'scripts/project.mjs';
const frameworks = ['next', 'next/headers', 'react', 'react-dom/server', 'urql'];
const graphqlPackages = ['graphql', 'graphql-yoga', '@pothos/core'];
const database = ['@prisma/client', '@prisma/adapter-better-sqlite3', 'better-sqlite3'];
const node = ['node:fs', 'node:fs/promises', 'crypto'];

const walls: Record<string, Wall> = {
  pages: {
    from: ['app/', 'app/(site)/blog/[slug]/page.tsx', 'app/dashboard/admin/'],
    to: [...api, ...tools, scripts, 'lib/server/runtime/runtime.ts'],
  },
  routes: {
    from: ['app/api/', 'instrumentation.ts'],
    to: [...tools, client, scripts, 'components/ui/button.tsx'],
  },
  screens: {
    from: ['components/', 'components/ui/', 'components/users/', 'components/users/admin/'],
    to: [...api, ...tools, scripts, 'app/layout.tsx', 'prisma/seed.ts'],
  },
  'plain-components': {
    from: ['components/ui/', 'components/charts/'],
    to: ['account', 'auth', 'content', 'layout', 'site', 'users/admin'].map(
      (name) => `components/${name}/part.tsx`,
    ),
  },
  frames: {
    from: ['components/layout/'],
    to: ['account', 'content', 'site', 'usage/developer'].map((name) => `components/${name}/part.tsx`),
  },
  api: {
    from: ['graphql/', 'graphql/users/'],
    to: [...screens, ...tools, scripts, 'server/main.ts', 'lib/content/posts.ts', 'lib/engine/run.ts'],
  },
  server: {
    from: ['server/', 'server/http/requests/'],
    to: [...screens, ...tools, client, 'scripts/start.mjs', 'scripts/setup/install.mjs'],
  },
  configuration: { from: ['lib/config/'], to: [...api, ...screens, ...tools, scripts, 'lib/rules/day.ts'] },
  rules: {
    from: ['lib/rules/'],
    to: [...api, ...screens, ...tools, scripts, 'lib/validation/users.ts', 'lib/format/money.ts'],
  },
  format: { from: ['lib/format/'], to: [...api, ...screens, ...tools, scripts, 'lib/validation/users.ts'] },
  validation: {
    from: ['lib/validation/'],
    to: [...api, ...screens, ...tools, scripts, 'lib/format/money.ts', 'lib/content/posts.ts'],
  },
  'api-client': {
    from: ['lib/graphql-client/'],
    to: [...api, ...tools, scripts, 'app/layout.tsx', 'components/ui/button.tsx', 'lib/content/posts.ts'],
  },
  content: { from: ['lib/content/'], to: [...api, ...screens, ...tools, scripts] },
  'server-functions': {
    from: ['lib/server/', 'lib/server/users/', 'lib/server/database/'],
    to: [
      ...[...screens, ...tools, 'graphql/yoga.ts', 'server/main.ts', 'prisma/seed.ts'],
      ...['lib/content/posts.ts', 'lib/format/money.ts', 'scripts/start.mjs', 'scripts/console/step.mjs'],
    ],
  },
  engine: {
    from: ['lib/engine/'],
    to: ['graphql/yoga.ts', ...server, client, ...screens, ...tools, scripts, 'lib/providers/sandbox.ts'],
  },
  providers: { from: ['lib/providers/'], to: ['graphql/yoga.ts', ...server, client, ...screens, ...tools] },
  commands: {
    from: ['commands/', 'commands/backup/'],
    to: [...screens, 'graphql/yoga.ts', 'e2e/sign-in.ts', 'lib/content/posts.ts'],
  },
  seed: { from: ['prisma/seed/'], to: [...screens, ...tools, scripts, 'graphql/yoga.ts', 'server/main.ts'] },
  testing: {
    from: ['testing/', 'testing/run/'],
    to: ['app/layout.tsx', 'components/ui/button.tsx', 'bench/measure-parts.ts', 'e2e/sign-in.ts'],
  },
  'testing-of-screens': {
    from: ['testing/screens/'],
    to: ['bench/measure-parts.ts', 'commands/backup.ts', 'e2e/sign-in.ts', 'server/main.ts', scripts],
  },
  bench: { from: ['bench/', 'bench/http/'], to: ['app/layout.tsx', 'commands/backup.ts', 'e2e/sign-in.ts'] },
  floor: {
    from: ['bench/floor/app/'],
    to: ['graphql/yoga.ts', ...screens, ...server, 'lib/config/limits.ts', 'bench/measure-parts.ts'],
  },
  flows: {
    from: ['e2e/', 'e2e/site/'],
    to: ['app/layout.tsx', 'graphql/yoga.ts', 'server/main.ts', client, 'commands/backup.ts', scripts],
  },
  scripts: {
    from: ['scripts/', 'scripts/setup/'],
    to: ['commands/set-up.ts', 'server/main.ts', 'lib/config/limits.ts', 'testing/test-world.ts'],
  },
  tools: { from: ['next.config.ts'], to: [...server, ...screens, 'graphql/yoga.ts', 'commands/backup.ts'] },
  'consoles-apart': {
    from: ['components/users/admin/', 'components/users/admin/list/'],
    to: ['components/users/developer/part.tsx', 'components/usage/developer/part.tsx'],
  },
  'shared-by-consoles': {
    from: ['components/users/', 'components/ui/'],
    to: ['components/users/developer/part.tsx', 'components/usage/admin/part.tsx'],
  },
  'content-on-its-pages': {
    from: ['components/ui/', 'components/users/admin/', 'components/auth/'],
    to: ['lib/content/posts.ts'],
  },
  'no-machine-in-browsers': { from: ['components/', ...browserLib], to: machine },
  'no-node-in-browsers': {
    from: ['components/', 'components/users/part.test.ts', ...browserLib],
    to: node,
  },
  'no-server-packages-in-browsers': {
    from: ['app/(site)/', 'components/users/admin/', 'lib/content/', ...browserLib],
    to: [...database, 'graphql-yoga', '@pothos/core', 'pino', '@node-rs/argon2'],
  },
  'zod-for-browsers': { from: ['components/', 'lib/rules/'], to: ['zod'], typesPass: true },
  'rules-without-framework': {
    from: ['lib/config/', 'lib/format/', 'lib/rules/', 'lib/validation/'],
    to: frameworks,
    typesPass: true,
  },
  'tests-of-screens': {
    from: ['components/users/part.test.ts', 'lib/format/money.test.ts', 'lib/graphql-client/client.test.ts'],
    to: ['graphql/yoga.ts', ...server, client, 'lib/engine/run.ts', 'commands/backup.ts', scripts],
  },
  'rows-as-types': { from: ['graphql/', 'graphql/users/'], to: [client], typesPass: true },
  'database-as-type': {
    from: ['graphql/', 'graphql/users/'],
    to: ['lib/server/database/database.ts', 'lib/server/database/sqlite/sqlite-connection.ts'],
    typesPass: true,
  },
  'database-behind-lib-server': {
    from: ['app/', 'app/api/', 'graphql/users/', 'instrumentation.ts'],
    to: database,
  },
  'prisma-in-one-folder': {
    from: ['lib/server/users/', 'server/', 'commands/', 'prisma/seed/', 'bench/', 'testing/', 'e2e/'],
    to: ['@prisma/client', '@prisma/adapter-better-sqlite3'],
  },
  'lib-server-without-frameworks': {
    from: ['lib/server/', 'lib/server/users/', 'lib/server/users/create-user.test.ts'],
    to: [...frameworks, ...graphqlPackages],
  },
  'api-without-screens': { from: ['graphql/', 'graphql/users/'], to: frameworks },
  'lib-server-without-scripts': {
    from: ['lib/server/', 'lib/server/users/'],
    to: ['scripts/console/stop.mjs', scripts],
  },
  'seed-at-the-start': { from: ['server/', 'server/http/requests/'], to: ['prisma/seed.ts', client] },
  'engine-without-packages': {
    from: ['lib/engine/'],
    to: [...node, ...frameworks, ...graphqlPackages, ...database, 'pino'],
  },
  'scripts-before-packages': { from: ['scripts/', 'scripts/setup/'], to: ['next', 'zod', 'better-sqlite3'] },
  'testing-in-tests': {
    from: [
      'app/',
      'components/users/',
      'graphql/',
      'lib/server/users/',
      'server/',
      'commands/backup/',
      'prisma/seed/',
    ],
    to: ['testing/test-world.ts'],
  },
  'bench-in-bench': {
    from: [
      'app/',
      'lib/format/',
      'server/',
      'testing/',
      'commands/backup/',
      'lib/server/users/create-user.test.ts',
    ],
    to: ['bench/measure-parts.ts'],
  },
  'flows-apart': {
    from: ['app/', 'lib/format/', 'testing/', 'components/users/part.test.ts'],
    to: ['e2e/sign-in.ts'],
  },
  'commands-are-started': {
    from: ['app/', 'lib/server/users/', 'graphql/', 'server/', 'prisma/seed/', 'e2e/', 'scripts/'],
    to: ['commands/backup.ts', 'commands/set-up/set-up-server.ts'],
  },
  'tests-apart': {
    from: ['lib/format/', 'testing/', 'lib/rules/day.test.ts'],
    to: ['lib/format/money.test.ts', 'e2e/site/landing.spec.ts'],
  },
  'across-folders-by-alias': {
    from: ['lib/format/', 'lib/rules/'],
    to: ['../config/limits', './../../lib/server/errors'],
  },
  'across-routes-by-alias': { from: ['app/docs/'], to: ['../layout', '../../components/ui/button'] },
  'no-unknown-file': {
    from: ['lib/format/', 'e2e/'],
    to: ['@/lib/format/missing', './missing', 'missing-package'],
  },
  'no-undeclared-package': { from: ['lib/server/', 'bench/'], to: ['stray-package'], typesPass: true },
};

/** Rules about whole graphs, which no table of pairs can prove. */
const graphRules = ['no-circle', 'no-dead-file', 'no-file-for-tests-alone'];

/** The forms of an import, in turns: a rule that overlooks one of them fails. */
const valueForms = [
  (target: string) => `import '${target}';`,
  (target: string) => `export { probe } from '${target}';`,
  (target: string) => `export const later = () => import('${target}');`,
];
const plainTypeForms = [
  (target: string) => `import type { Probe } from '${target}';`,
  (target: string) => `export type { Probe } from '${target}';`,
];
/** The tool takes the last one for a value, so that a wall which lets types through refuses it all the same. */
const typeForms = [...plainTypeForms, (target: string) => `export let probe: import('${target}').Probe;`];
const commentForms = [(target: string) => `/** @type {import('${target}').Probe} */ export let probe;`];

const isFile = (place: string) => /\.(mjs|tsx?)$/.test(place);

/** How a target is imported: files of the project by their alias. */
const specifier = (target: string) => (isFile(target) ? `@/${target.replace(/\.tsx?$/, '')}` : target);

/** The names under which the result lists a wall's imports. */
const reported = (to: string[]) => to.map((target) => specifier(target).replace(/^node:/, '')).sort();

/** The file in which a rule's imports from a place are planted: the place itself, or a new file in that folder. */
function probeOf(rule: string, from: string, form: 'value' | 'type'): string {
  if (isFile(from)) return from;
  return `${from}${rule}-${form}.${from.startsWith('scripts/') ? 'mjs' : 'ts'}`;
}

/** A file and what it says. */
type Plants = Map<string, string[]>;

function plantedWalls(): Plants {
  const plants: Plants = new Map();
  const add = (file: string, lines: string[]) => plants.set(file, [...(plants.get(file) ?? []), ...lines]);
  for (const [rule, { from, to, typesPass }] of Object.entries(walls)) {
    for (const target of to) if (isFile(target)) add(target, []);
    for (const place of from) {
      const write = (form: 'value' | 'type', forms: ((target: string) => string)[]) => {
        const lines = to.map((target, index) => forms[index % forms.length]?.(specifier(target)) ?? '');
        add(probeOf(rule, place, form), lines);
      };
      write('value', valueForms);
      if (isFile(place)) continue;
      if (place.startsWith('scripts/')) write('type', commentForms);
      else write('type', typesPass ? plainTypeForms : typeForms);
    }
  }
  return plants;
}

const plantedGraph: Plants = new Map([
  ['lib/format/circle-one.ts', [`import type { Probe } from './circle-two';`]],
  ['lib/format/circle-two.ts', [`import './circle-one';`]],
  ['lib/format/dead.ts', []],
  ['lib/format/alive.ts', []],
  ['lib/format/tested.ts', []],
  ['lib/format/tested.test.ts', [`import './tested';`]],
  ['app/alive/page.tsx', [`import '@/lib/format/alive';`]],
  ['graphql/both.ts', typeForms.concat(valueForms).map((form) => form(specifier(client)))],
  ['lib/server/errors.ts', []],
]);

const directory = mkdtempSync(path.join(tmpdir(), 'switchyard-walls-'));
afterAll(() => rmSync(directory, { recursive: true }));

function write(file: string, text: string): void {
  mkdirSync(path.dirname(path.join(directory, file)), { recursive: true });
  writeFileSync(path.join(directory, file), text);
}

/** Installs an empty package, with the file that the import names. */
function writePackage(target: string): string {
  const parts = target.split('/');
  const name = parts.slice(0, target.startsWith('@') ? 2 : 1).join('/');
  write(`node_modules/${name}/package.json`, JSON.stringify({ name, version: '1.0.0', main: 'index.js' }));
  for (const file of ['index', parts.slice(name.split('/').length).join('/')])
    if (file) write(`node_modules/${name}/${file}.js`, 'export {};');
  return name;
}

/** A project in which every wall is broken, under the committed configuration. */
function plantProject(): void {
  for (const name of ['.dependency-cruiser.mjs', 'tsconfig.json'])
    copyFileSync(path.join(root, name), path.join(directory, name));
  for (const plants of [plantedWalls(), plantedGraph])
    for (const [file, lines] of plants) write(file, ['export {};', ...lines].join('\n'));
  const packages = Object.values(walls)
    .flatMap(({ to }) => to)
    .filter((target) => /^[@a-z]/.test(target) && !isFile(target) && !target.startsWith('@/'))
    .filter((target) => !isBuiltin(target) && target !== 'missing-package')
    .map(writePackage)
    .filter((name) => name !== 'stray-package');
  write(
    'package.json',
    JSON.stringify({ dependencies: Object.fromEntries(packages.map((name) => [name, '*'])) }),
  );
}

/** What the tool finds in the planted project. */
function cruise(): ICruiseResult {
  const args = ['--config', '.dependency-cruiser.mjs', '--output-type', 'json', '.'];
  const { stdout, stderr } = spawnSync(installedCommand('depcruise'), args, {
    cwd: directory,
    encoding: 'utf8',
    maxBuffer: 2 ** 26,
  });
  if (!stdout) throw new Error(stderr);
  return JSON.parse(stdout);
}

/** @returns the imports in the file that break the rule, as they are written there */
function refusedIn(result: ICruiseResult, file: string, rule: string): string[] {
  const found = result.modules.find(({ source }) => source === file);
  return (found?.dependencies ?? [])
    .filter(({ rules = [] }) => rules.some(({ name }) => name === rule))
    .map(({ module }) => module);
}

describe('the walls between the trees', () => {
  let result: ICruiseResult;
  beforeAll(() => {
    plantProject();
    result = cruise();
  }, 60_000);

  test.each(Object.entries(walls))('%s', (rule, { from, to, typesPass }) => {
    const all = reported(to);
    for (const place of from) {
      const values = refusedIn(result, probeOf(rule, place, 'value'), rule);
      // Several walls plant their imports in a file that is named.
      const own = isFile(place) ? values.filter((target) => all.includes(target)) : values;
      expect(own.sort(), place).toEqual(all);
      if (isFile(place)) continue;
      const types = refusedIn(result, probeOf(rule, place, 'type'), rule);
      expect(types.sort(), `types in ${place}`).toEqual(typesPass ? [] : all);
    }
  });

  test('a type from the same file hides no value', () => {
    expect(refusedIn(result, 'graphql/both.ts', 'rows-as-types')).toEqual(reported([client]));
  });

  const filesBreaking = (rule: string) =>
    result.summary.violations.filter((violation) => violation.rule.name === rule).map(({ from }) => from);

  test('no-circle, of types too', () => {
    expect(filesBreaking('no-circle')).toEqual(
      expect.arrayContaining([expect.stringMatching(/^lib\/format\/circle-(one|two)\.ts$/)]),
    );
  });

  test('no-dead-file', () => {
    const dead = filesBreaking('no-dead-file');
    expect(dead).toContain('lib/format/dead.ts');
    expect(dead).not.toContain('lib/format/alive.ts');
    expect(dead).not.toContain('lib/format/tested.ts');
  });

  test('no-file-for-tests-alone', () => {
    const forTests = filesBreaking('no-file-for-tests-alone');
    expect(forTests).toContain('lib/format/tested.ts');
    expect(forTests).not.toContain('lib/format/alive.ts');
  });

  test('no rule is without a proof', () => {
    const rules = (configuration.forbidden ?? []).map(({ name }) => name);
    expect([...Object.keys(walls), ...graphRules].sort()).toEqual(rules.sort());
  });
});
