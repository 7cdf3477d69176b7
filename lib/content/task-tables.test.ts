import { expect, test } from 'vitest';
import { tasks } from '@/lib/engine/tasks/registry';
import { tones } from '@/lib/engine/tasks/tones';
import { printedTasks } from '@/testing/printed-tasks';
import { listDocsPages } from './docs-pages';
import { taskOptionsTable, tasksTable } from './task-tables';

const sourceOf = (path: string) => listDocsPages('docs').find((page) => page.path === path)?.source ?? '';

test('the committed tasks are those of the code; if not, run this test with -u', async () => {
  await expect(printedTasks()).toMatchFileSnapshot('./tasks.json');
});

test('the reference has a section for each task, with the table of its options', () => {
  const sections = sourceOf('workflows/task-plugins').split(/^## /m);
  const drawn = sections.flatMap((section) =>
    [...section.matchAll(/<TaskOptions of="([^"]+)" \/>/g)].map(([, of]) => [section.split('\n')[0], of]),
  );
  expect(drawn).toEqual(tasks.map(({ name }) => [name, name]));
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

test('options of a task that is not there are refused', () => {
  expect(() => taskOptionsTable('none')).toThrow("'none'");
});
