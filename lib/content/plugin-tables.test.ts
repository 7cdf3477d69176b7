import { expect, test } from 'vitest';
import { preprocessors } from '@/lib/engine/preprocessors/registry';
import { tasks } from '@/lib/engine/tasks/registry';
import { tones } from '@/lib/engine/tasks/tones';
import { printedPreprocessors, printedTasks } from '@/testing/printed-plugins';
import { listDocsPages } from './docs-pages';
import { preprocessorOptionsTable, taskOptionsTable, tasksTable } from './plugin-tables';

const sourceOf = (path: string) => listDocsPages('docs').find((page) => page.path === path)?.source ?? '';

test('the committed tasks are those of the code; if not, run this test with -u', async () => {
  await expect(printedTasks()).toMatchFileSnapshot('./tasks.json');
});

test('the committed preprocessors are those of the code; if not, run this test with -u', async () => {
  await expect(printedPreprocessors()).toMatchFileSnapshot('./preprocessors.json');
});

test.each([
  ['task', 'workflows/task-plugins', 'TaskOptions', tasks],
  ['preprocessor', 'processors/preprocessors', 'PreprocessorOptions', preprocessors],
])(
  'the reference has a section for each %s, with the table of its options',
  (_what, page, component, plugins) => {
    const sections = sourceOf(page).split(/^## /m);
    const drawn = sections.flatMap((section) =>
      [...section.matchAll(new RegExp(`<${component} of="([^"]+)" />`, 'g'))].map(([, of]) => [
        section.split('\n')[0],
        of,
      ]),
    );
    expect(drawn).toEqual(plugins.map(({ name }) => [name, name]));
  },
);

test('the list of preprocessors has each once', () => {
  const listed = [...sourceOf('processors/preprocessors').matchAll(/^\| \[(\w+)\]\(#/gm)];
  expect(listed.map(([, name]) => name)).toEqual(preprocessors.map(({ name }) => name));
});

test('the table of tasks and the choice among them list each task once', () => {
  const names = tasks.map(({ name }) => name);
  expect(tasksTable().rows.map(([cell]) => cell)).toEqual(names.map((code) => ({ code })));
  const chosen = [...sourceOf('workflows/tasks').matchAll(/^\| [^|]+ \| \[([\w-]+)\]\(/gm)];
  expect(chosen.map(([, name]) => name)).toEqual(names);
});

test('the page of tones lists each tone once', () => {
  const listed = [...sourceOf('workflows/tones-and-strategies').matchAll(/^\| `([a-z]+)`/gm)];
  expect([...new Set(listed.map(([, name]) => name))]).toEqual(Object.keys(tones));
});

test('options of a task or preprocessor that is not there are refused', () => {
  expect(() => taskOptionsTable('none')).toThrow("'none'");
  expect(() => preprocessorOptionsTable('none')).toThrow("'none'");
});
