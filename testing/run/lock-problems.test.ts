import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { root } from '@/scripts/project.mjs';
import { type Lock, lockProblems, type Manifest, packageTrees } from './lock-problems';

const read = (file: string) => JSON.parse(readFileSync(path.join(root, file), 'utf8'));
const integrity = `sha512-${'A'.repeat(86)}==`;

/** Two packages, one with a script that may run, one inside the other's archive. */
function sound(): { manifest: Manifest; lock: Lock } {
  const dependencies = { alpha: '1.2.3', beta: '2.0.0-rc.1' };
  const alpha = { version: '1.2.3', integrity, license: 'MIT', dependencies: { inner: '^1.0.0' } };
  const packages = {
    '': { dependencies },
    'node_modules/alpha': alpha,
    'node_modules/alpha/node_modules/inner': { version: '1.0.0', inBundle: true, license: '(MIT OR Zlib)' },
    'node_modules/beta': { version: '2.0.0-rc.1', integrity, license: 'ISC', hasInstallScript: true },
  };
  return {
    manifest: { dependencies: { ...dependencies }, allowScripts: { beta: true } },
    lock: { lockfileVersion: 3, packages },
  };
}

test.each(packageTrees)('the lock file of ./%s is sound', (folder) => {
  const [manifest, lock] = ['package.json', 'package-lock.json'].map((name) => read(path.join(folder, name)));
  expect(lockProblems(manifest, lock)).toEqual([]);
});

test('the example of this test is sound', () => {
  const { manifest, lock } = sound();
  expect(lockProblems(manifest, lock)).toEqual([]);
});

type Change = (packages: Lock['packages'], manifest: Manifest, lock: Lock) => void;
const alpha = 'node_modules/alpha';
const set =
  (values: Lock['packages'][string], place = alpha): Change =>
  (packages) =>
    Object.assign(packages[place] ?? {}, values);

test.each<[string, Change, string]>([
  ['no hash', set({ integrity: undefined }), `${alpha} has no sha512 integrity.`],
  [
    'a weak hash',
    set({ integrity: 'sha1-2jmj7l5rSw0yVb/vlWAYkK/YBwk=' }),
    `${alpha} has no sha512 integrity.`,
  ],
  ['a second, weak hash', set({ integrity: `${integrity} sha1-x` }), `${alpha} has no sha512 integrity.`],
  [
    'a claim to come in an archive that has no hash',
    set({ integrity: undefined, inBundle: true }),
    `${alpha} has no sha512 integrity.`,
  ],
  [
    'an address of its own',
    set({ resolved: 'https://evil.test/alpha.tgz' }),
    `${alpha} comes from https://evil.test/alpha.tgz, not from the registry.`,
  ],
  [
    'a link to a folder',
    set({ link: true, resolved: '../elsewhere' }),
    `${alpha} comes from ../elsewhere, not from the registry.`,
  ],
  [
    'a version that is an address',
    set({ version: 'git+ssh://git@x.test/a#1' }),
    `${alpha} has no exact version.`,
  ],
  ['another package under its name', set({ name: 'alhpa' }), `${alpha} is another package, alhpa.`],
  [
    'a dependency from a repository',
    set({ dependencies: { inner: 'git+https://x.test/inner.git' } }),
    `${alpha} asks for inner from git+https://x.test/inner.git.`,
  ],
  [
    'a dependency from a repository in short',
    set({ dependencies: { inner: 'somebody/inner#main' } }),
    `${alpha} asks for inner from somebody/inner#main.`,
  ],
  [
    'an optional dependency from an address',
    set({ optionalDependencies: { inner: 'https://x.test/i.tgz' } }),
    `${alpha} asks for inner from https://x.test/i.tgz.`,
  ],
  [
    'a new install script',
    set({ hasInstallScript: true }),
    'alpha has an install script, and allowScripts does not say whether it may run.',
  ],
  [
    'an install script that is gone',
    set({ hasInstallScript: false }, 'node_modules/beta'),
    'allowScripts names beta, which has no install script.',
  ],
  ['no license', set({ license: undefined }), `${alpha} has a license that nobody has looked at: none.`],
  [
    'an unknown license among known ones',
    set({ license: '(MIT AND SSPL-1.0)' }),
    `${alpha} has a license that nobody has looked at: (MIT AND SSPL-1.0).`,
  ],
  [
    'a range in package.json',
    (packages, { dependencies = {} }) => {
      dependencies.alpha = '^1.2.3';
      Object.assign(packages['']?.dependencies ?? {}, dependencies);
    },
    'package.json asks for alpha ^1.2.3, which is no exact version.',
  ],
  [
    'another version in package.json',
    (_, { dependencies = {} }) => {
      dependencies.alpha = '1.2.4';
    },
    'package.json and the lock file disagree on alpha.',
  ],
  [
    'a package that package.json does not have',
    (_, { dependencies = {} }) => {
      delete dependencies.alpha;
    },
    'package.json and the lock file disagree on alpha.',
  ],
  [
    'a package that is not in the tree',
    (packages) => {
      delete packages[alpha];
    },
    'package.json and the lock file disagree on alpha.',
  ],
  [
    'another version in the tree',
    set({ version: '1.2.4' }),
    'package.json and the lock file disagree on alpha.',
  ],
  [
    'another format',
    (_packages, _manifest, lock) => {
      lock.lockfileVersion = 1;
    },
    'The lock file has version 1, not 3.',
  ],
])('%s is found', (_, change, problem) => {
  const { manifest, lock } = sound();
  change(lock.packages, manifest, lock);
  expect(lockProblems(manifest, lock)).toContain(problem);
});

test.each([
  ['(MIT OR GPL-3.0-or-later)', true],
  ['GPL-3.0-or-later or MIT', true],
  ['(SSPL-1.0 OR GPL-3.0-or-later)', false],
  ['(MIT OR GPL-3.0-or-later) AND SSPL-1.0', false],
])('of the licenses %s, one known is enough if the choice is free: %s', (license, free) => {
  const { manifest, lock } = sound();
  set({ license })(lock.packages, manifest, lock);
  const problem = `${alpha} has a license that nobody has looked at: ${license}.`;
  expect(lockProblems(manifest, lock)).toEqual(free ? [] : [problem]);
});

test('an override may come from the vendor folder of this project, and from no other', () => {
  const { manifest, lock } = sound();
  const place = 'node_modules/alpha/vendor/empty-package';
  lock.packages['node_modules/gamma'] = { link: true, resolved: place };
  lock.packages[place] = {};
  manifest.overrides = { gamma: 'file:./vendor/empty-package' };
  expect(lockProblems(manifest, lock)).toEqual([]);
  manifest.overrides = { gamma: 'file:../elsewhere/empty-package' };
  expect(lockProblems(manifest, lock)).toContain(
    `node_modules/gamma comes from ${place}, not from the registry.`,
  );
});
