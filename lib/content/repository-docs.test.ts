import fs from 'node:fs';
import path from 'node:path';
import GithubSlugger from 'github-slugger';
import { expect, test } from 'vitest';

const read = (file: string): string => fs.readFileSync(file, 'utf8');

const records = fs.readdirSync('docs/decisions').filter((name) => /^\d{4}-/.test(name));

const documents = [
  ...['CHANGELOG.md', 'README.md', 'SECURITY.md', 'docs/decisions/README.md'],
  ...fs
    .readdirSync('docs')
    .filter((name) => name.endsWith('.md'))
    .map((name) => `docs/${name}`),
  ...records.map((name) => `docs/decisions/${name}`),
];

/** The Markdown of a file without its code, which may contain brackets and hashes of its own. */
const prose = (file: string): string => read(file).replace(/```[\s\S]*?```|`[^`\n]*`/g, '');

function anchors(file: string): string[] {
  const slugger = new GithubSlugger();
  return [...prose(file).matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) => slugger.slug(heading));
}

const links = documents.flatMap((file) =>
  [...prose(file).matchAll(/\]\((?!https?:)([^)]+)\)/g)].map(([, target = '']) => ({ file, target })),
);

test.each(links)('$file links to $target, which exists', ({ file, target }) => {
  const [place = '', anchor] = target.split('#', 2);
  const linked = place === '' ? file : path.join(path.dirname(file), place);
  expect(fs.existsSync(linked)).toBe(true);
  if (anchor) expect(anchors(linked)).toContain(anchor);
});

test('README has less than 100 lines', () => {
  expect(read('README.md').split('\n').length).toBeLessThan(100);
});

test('the index has one line per record, in order', () => {
  const listed = [...read('docs/decisions/README.md').matchAll(/^- \[\d{4}\]\((.+?)\) ([^:\n]+):/gm)];
  expect(listed.map(([, name]) => name)).toEqual(records.sort());
  for (const [, name = '', title] of listed)
    expect(read(`docs/decisions/${name}`)).toMatch(`# ${name.slice(0, 4)}. ${title}\n`);
});

test.each(records)('%s has a status, dates, and a decision before its reason', (name) => {
  expect(read(`docs/decisions/${name}`)).toMatch(
    /^# .+\n- Status: (Accepted|Superseded by \[\d{4}\]\(.+\))\n- Dates?: \d{4}-\d{2}-\d{2}(, \d{4}-\d{2}-\d{2})*\n\n## Decision\n[\s\S]+\n## Reason\n/,
  );
});

test('the operating guide has every variable of .env.example with its default', () => {
  const variables = [...read('.env.example').matchAll(/^#([A-Z_]+)=(.*)$/gm)];
  expect(variables.length).toBeGreaterThan(10);
  for (const [, name, value] of variables)
    expect(read('docs/operating.md')).toContain(`| \`${name}\` | ${value ? `\`${value}\` ` : ''}| `);
});
