import { expect, test } from 'vitest';
import { lockProblems } from './lock-problems';

const integrity = `sha512-${'A'.repeat(86)}==`;
const sound = { version: '1.2.3', integrity, license: 'MIT' };
const place = 'node_modules/alpha';

test('a package with an exact version, a hash, and a known license is sound, and what its archive contains', () => {
  const inner = { inBundle: true, license: '(MIT OR GPL-3.0-or-later)' };
  const packages = { '': {}, [place]: sound, [`${place}/node_modules/inner`]: inner };
  expect(lockProblems({ dependencies: { alpha: '1.2.3' } }, { packages })).toEqual([]);
});

test('a package may have another name here, if package.json says so', () => {
  const packages = { [place]: { ...sound, name: 'beta' } };
  expect(lockProblems({ dependencies: { alpha: 'npm:beta@1.2.3' } }, { packages })).toEqual([]);
  expect(lockProblems({ dependencies: { alpha: 'npm:gamma@1.2.3' } }, { packages })).toHaveLength(1);
});

test.each([
  [{ integrity: undefined }, 'no sha512 integrity'],
  [{ integrity: 'sha1-2jmj7l5rSw0yVb/vlWAYkK/YBwk=' }, 'no sha512 integrity'],
  [{ integrity: undefined, inBundle: true }, 'no sha512 integrity'],
  [{ resolved: 'https://evil.test/alpha.tgz' }, 'not from the registry'],
  [{ resolved: '../elsewhere', link: true }, 'not from the registry'],
  [{ name: 'alhpa' }, 'is another package, alhpa'],
  [{ hasInstallScript: true }, 'has an install script'],
  [{ license: undefined }, 'nobody has looked at: none'],
  [{ license: '(MIT AND SSPL-1.0)' }, 'nobody has looked at: (MIT AND SSPL-1.0)'],
  [{ license: '(MIT OR GPL-3.0-or-later) AND SSPL-1.0' }, 'nobody has looked at'],
])('a package with %o is reported', (values, problem) => {
  const problems = lockProblems({}, { packages: { [place]: { ...sound, ...values } } });
  expect(problems).toEqual([expect.stringContaining(problem)]);
});

test.each(['^1.2.3', 'latest', 'github:somebody/alpha'])(
  'the version %s in package.json is reported',
  (alpha) => {
    for (const kind of ['dependencies', 'devDependencies', 'optionalDependencies'])
      expect(lockProblems({ [kind]: { alpha } }, { packages: {} }), kind).toEqual([
        `alpha ${alpha} isn't exact.`,
      ]);
  },
);
