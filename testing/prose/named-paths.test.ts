import fs from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { root } from '@/scripts/project.mjs';

const documents = [
  'README.md',
  'SECURITY.md',
  ...fs
    .readdirSync(path.join(root, 'docs'), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.md'))
    .map((name) => `docs/${name}`),
];

/** In backticks, below a folder of the project; `NAME` stands for any. */
const namedPath =
  /`((?:app|bench|commands|components|content|docs|e2e|graphql|lib|prisma|scripts|server|testing)\/(?![^`]*NAME)[\w./()[\]-]+)`/g;

test.each(documents)('every path that %s names exists', (document) => {
  const text = fs.readFileSync(path.join(root, document), 'utf8');
  const named = [...text.matchAll(namedPath)].map(([, name = '']) => name);
  expect(named.filter((name) => !fs.existsSync(path.join(root, name)))).toEqual([]);
});
