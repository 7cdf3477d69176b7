import { describe, expect, test } from 'vitest';
import { checkOptions } from '@/lib/engine/planning/option-problems';
import { ReplyProblem } from '@/lib/engine/replies/problems';
import { taskNamed, tasks } from './registry';

const problemsOf = (...checked: Parameters<typeof checkOptions>) => checkOptions(...checked).problems ?? [];

/** The smallest options of each task, and a reply in its form. */
const samples: Record<string, { options?: object; reply: string }> = {
  analysis: { reply: '{"summary": "Fine.", "findings": []}' },
  approval: { reply: 'It weighs 4 kg.' },
  chat: { reply: 'It weighs 4 kg.' },
  classification: { options: { labels: ['a', 'b'] }, reply: '{"label": "a", "score": 0.9}' },
  'code-generation': { options: { language: 'sql' }, reply: '```sql\nselect 1\n```\nIt selects one.' },
  'code-review': { reply: '{"summary": "Fine.", "findings": []}' },
  documentation: { reply: '# Arm\n\nIt moves.' },
  extraction: { options: { fields: ['order'] }, reply: '{"order": "20318"}' },
  generation: { reply: 'Good news.' },
  summarization: { reply: 'It is due.' },
  transformation: { options: { to: 'json' }, reply: '[1]' },
  translation: { options: { target_language: 'de' }, reply: 'Der Greifer.' },
  validation: { options: { rules: ['Short.'] }, reply: '{"failures": []}' },
};
const cases = tasks.map((task) => {
  const sample = samples[task.name];
  if (!sample) throw new Error(`No sample for ${task.name}.`);
  return { task, name: task.name, sample };
});

test('the registry has the thirteen tasks, each found by its name', () => {
  expect(tasks.map(({ name }) => name)).toEqual(Object.keys(samples));
  for (const task of tasks) expect(taskNamed(task.name)).toBe(task);
  expect(taskNamed('constructor')).toBeUndefined();
});

describe.each(cases)('$name', ({ task, sample }) => {
  const given = sample.options ?? {};
  const read = (text: string) =>
    task.read({ text, options: task.options.parse(given), material: 'The gripper.' });

  test('accepts its smallest options and refuses an unknown name', () => {
    expect(problemsOf(task, given)).toEqual([]);
    expect(problemsOf(task, { ...given, maxwords: 3 })).toEqual([
      { path: 'maxwords', message: expect.stringMatching(`^maxwords isn't an option of ${task.name}\\.`) },
    ]);
    expect(problemsOf(task, [])).toEqual([{ path: '', message: 'options must be an object.' }]);
  });

  test('describes each option for the reference', () => {
    const { shape } = task.options as unknown as { shape: Record<string, { description?: string }> };
    for (const [name, option] of Object.entries(shape)) expect(option.description, name).toMatch(/\.$/);
  });

  test('reads a reply into its declared shape, with a text that represents it', () => {
    const output = read(sample.reply);
    expect(task.output.parse(output)).toEqual(output);
    expect(task.text(output)).toEqual(expect.any(String));
  });

  test.skipIf(task.decision)('refuses an empty reply as a problem that the model can mend', () => {
    expect(() => read(' \n')).toThrow(ReplyProblem);
  });

  test.skipIf(task.decision)(
    'has a prompt or a conversation, a form of reply, and a schema exactly where the reply is JSON',
    () => {
      const options = task.options.parse(given);
      const [first] = task.conversation?.(options, 'The gripper.') ?? [];
      expect(first?.content ?? task.prompt(options)).not.toBe('');
      expect(task.replySchema(options) !== null).toBe(task.replyAs(options) === 'json');
      expect(task.maxTokens(500, options)).toBeGreaterThanOrEqual(task.usualTokens(500, options));
      expect(Number.isInteger(task.maxTokens(501, options) + task.usualTokens(501, options))).toBe(true);
    },
  );
});

test('only tasks whose pieces can be put together divide their text', () => {
  expect(tasks.filter(({ division }) => division).map(({ name }) => name)).toEqual([
    'extraction',
    'summarization',
    'transformation',
    'translation',
  ]);
});
