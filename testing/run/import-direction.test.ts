import { spawnSync } from 'node:child_process';
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { root } from '@/scripts/project.mjs';
import { installedCommand } from '@/scripts/setup/run-tool.mjs';

const everywhere = ['../', './../', '@/scripts/', '@/lib/testing/'];
const outside = ['@/app/', '@/components/', '@/graphql/', '@/prisma/', '@/lib/server/', '@prisma/client'];
const frameworks = ['next', 'next/', 'react', 'react-dom/', 'graphql', 'graphql-yoga', '@pothos/'];
const ofComponents = [
  ...['@/app/', '@/graphql/', '@/prisma/', '@/lib/server/', '@/lib/engine/', '@/lib/config/environment.ts'],
  ...['node:fs', 'node:fs/promises', '@prisma/client', 'better-sqlite3'],
];
const ofClientSafeLib = [...outside, '@/lib/engine/', '@/lib/content/', '@/lib/config/environment.ts'];
const withoutDomain = ['admin', 'auth', 'content', 'dashboard', 'site'].map(
  (name) => `@/components/${name}/`,
);

/** What the files of a folder never import (DESIGN.md, "Layout"): packages, files, and folders with a slash behind. */
const walls: Record<string, string[]> = {
  app: ['@/prisma/', '@/lib/engine/', '@prisma/client'],
  components: ofComponents,
  'components/ui': [...ofComponents, ...withoutDomain],
  'components/charts': [...ofComponents, ...withoutDomain],
  graphql: [
    '@/app/',
    '@/components/',
    '@/lib/graphql-client/',
    '@/lib/content/',
    '@/lib/engine/',
    '@prisma/client',
  ],
  'lib/server': [
    '@/app/',
    '@/components/',
    '@/graphql/',
    '@/lib/graphql-client/',
    '@/lib/content/',
    ...frameworks,
  ],
  'lib/engine': [...outside, ...frameworks, 'better-sqlite3'],
  'lib/content': [...outside, '@/lib/engine/', '@/lib/graphql-client/'],
  'lib/calendar': ofClientSafeLib,
  'lib/config': ofClientSafeLib,
  'lib/format': ofClientSafeLib,
  'lib/graphql-client': ofClientSafeLib,
  'lib/validation': ofClientSafeLib,
};
const rows = Object.entries(walls).map(([folder, forbidden]) => ({
  folder,
  forbidden: [...everywhere, ...forbidden],
}));

const place = mkdtempSync(path.join(tmpdir(), 'switchyard-imports-'));
afterAll(() => rmSync(place, { recursive: true }));
copyFileSync(path.join(root, 'biome.json'), path.join(place, 'biome.json'));

/** @returns the lines, of these in a file of the folder, that the linter refuses to import */
function refused(folder: string, lines: string[]): string[] {
  const file = path.join(place, folder, 'probe.ts');
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, lines.join('\n'));
  const args = [
    'lint',
    '--only=style/noRestrictedImports',
    '--reporter=github',
    '--max-diagnostics=none',
    file,
  ];
  const { stdout } = spawnSync(installedCommand('biome'), args, { cwd: place, encoding: 'utf8' });
  const numbers = new Set(
    [...stdout.matchAll(/noRestrictedImports,.*?,line=(\d+),/g)].map(([, line]) => Number(line)),
  );
  return lines.filter((_, index) => numbers.has(index + 1));
}

describe('the linter refuses', () => {
  test.each(rows)('in $folder', ({ folder, forbidden }) => {
    const lines = forbidden.map((target) => `import '${target.endsWith('/') ? `${target}probe` : target}';`);
    expect(refused(folder, lines)).toEqual(lines);
  });

  test('a type, a re-export and an import() as well', () => {
    const lines = [
      `import type { Viewer } from '@/lib/server/auth/viewer';`,
      `export { authorize } from '@/lib/server/auth/viewer';`,
      `export const later = () => import('@/lib/server/auth/viewer');`,
    ];
    expect(refused('components', lines)).toEqual(lines);
  });

  test('the database in graphql, but not its types', () => {
    const values = [
      `import { openDatabase } from '@/lib/server/database/database';`,
      `import { Prisma } from '@/prisma/generated/prisma/client';`,
      `import { PrismaClient } from '@/prisma/generated/prisma/client';`,
    ];
    const types = [
      `import type { Database } from '@/lib/server/database/database';`,
      `import type { User } from '@/prisma/generated/prisma/client';`,
    ];
    expect(refused('graphql', [...values, ...types])).toEqual(values);
  });
});

// The linter does not look into import('…') where it names a type.
test.each(rows)('no type reaches $folder by import()', ({ folder, forbidden }) => {
  const place = path.join(root, folder);
  const files = existsSync(place) ? readdirSync(place, { recursive: true, encoding: 'utf8' }) : [];
  const wrong = files
    .filter((file) => /\.(tsx?|mjs)$/.test(file) && !/\.test\.tsx?$/.test(file))
    .flatMap((file) =>
      [...readFileSync(path.join(place, file), 'utf8').matchAll(/\bimport\(\s*['"]([^'"]+)/g)].map(
        ([, target = '']) => ({ file, target }),
      ),
    )
    .filter(({ target }) =>
      forbidden.some((wall) => target === wall || (wall.endsWith('/') && target.startsWith(wall))),
    );
  expect(wrong).toEqual([]);
});
