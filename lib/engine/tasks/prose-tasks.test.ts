import { describe, expect, test } from 'vitest';
import { ReplyProblem } from '@/lib/engine/replies/problems';
import { writePrompt } from '@/lib/engine/run/write-prompt';
import { texts } from '@/testing/texts';
import { chat } from './chat';
import { documentation } from './documentation';
import { generation } from './generation';
import { readTask } from './read-task';
import { summarization } from './summarization';
import { translation } from './translation';

const material = texts.en;

describe('summarization', () => {
  const read = (text: string, options: object = {}) =>
    summarization.read({ text, options: summarization.options.parse(options), material });

  test('reads prose without the fence around it', () => {
    expect(read('```\nThe rent is due.\n```')).toEqual({ summary: 'The rent is due.' });
  });

  test.each([
    ['other marks', '* One\n• Two\n3. Three', '- One\n- Two\n- Three'],
    ['words before the first', 'Here you are:\n\n- One\n- Two', '- One\n- Two'],
    ['a point of two lines', '- One\n  and more\n- Two', '- One and more\n- Two'],
    ['lines without marks', 'One\nTwo', '- One\n- Two'],
  ])('brings bullets to one form: %s', (_, reply, summary) => {
    expect(read(reply, { format: 'bullets' })).toEqual({ summary });
  });

  test('joins the summaries of pieces for a summary of them', () => {
    const join = (format: string) =>
      summarization.division?.join(
        [{ summary: 'a' }, { summary: 'b' }],
        summarization.options.parse({ format }),
      );
    expect(join('paragraph')).toEqual({ summary: 'a\n\nb' });
    expect(join('bullets')).toEqual({ summary: 'a\nb' });
    expect(summarization.division?.again).toBe(true);
  });

  test('puts its limit, focus and language in the prompt', () => {
    const prompt = summarization.prompt(
      summarization.options.parse({ max_words: 40, focus: 'sums', language: 'pt-BR' }),
    );
    expect(prompt).toContain('at most 40 words');
    expect(prompt).toContain('sums');
    expect(prompt).toContain('Brazilian Portuguese (pt-BR)');
  });
});

describe('translation', () => {
  const read = (source: string, options: object = {}) =>
    translation.read({
      text: 'Übersetzt.',
      options: translation.options.parse({ target_language: 'de', ...options }),
      material: source,
    });

  test.each(Object.entries(texts))('detects %s', (language, source) => {
    expect(read(source)).toEqual({ text: 'Übersetzt.', source_language: language, target_language: 'de' });
  });

  test('keeps the language that was given, and says und where none can be found', () => {
    expect(read(texts.fr, { source_language: 'fr-CA' })).toHaveProperty('source_language', 'fr-CA');
    expect(read('12 345')).toHaveProperty('source_language', 'und');
  });

  test('a text that is one fenced block stays one', () => {
    const fenced = '```\nGreifer\n```';
    const options = translation.options.parse({ target_language: 'de' });
    expect(translation.read({ text: fenced, options, material: '```\ngripper\n```' })).toHaveProperty(
      'text',
      fenced,
    );
  });

  test('puts the terms in the prompt', () => {
    const options = translation.options.parse({ target_language: 'de', glossary: { gripper: 'Greifer' } });
    expect(translation.prompt(options)).toContain('{"gripper":"Greifer"}');
  });
});

describe('documentation', () => {
  const read = (text: string, kind = 'readme') =>
    documentation.read({ text, options: documentation.options.parse({ kind }), material });

  test('takes the first heading as the title', () => {
    expect(read('```markdown\n# Arm controller\n\nControls one arm.\n\n## Start\n```')).toEqual({
      title: 'Arm controller',
      text: 'Controls one arm.\n\n## Start\n',
    });
    expect(read('Controls one arm.')).toEqual({ title: null, text: 'Controls one arm.\n' });
  });

  test('docstrings keep the code, whose comments may begin with #', () => {
    expect(read('```python\n# Arm\nopen()\n```', 'docstrings')).toEqual({
      title: null,
      text: '# Arm\nopen()\n',
    });
  });

  test("a title alone isn't a document", () => {
    expect(() => read('# Arm')).toThrow(ReplyProblem);
  });
});

test('a generation is what the model wrote, without the fence around it', () => {
  const options = generation.options.parse({ format: 'html' });
  expect(generation.read({ text: '```html\n<p>Good news.</p>\n```', options, material })).toEqual({
    text: '<p>Good news.</p>',
  });
});

describe('chat', () => {
  const messages = [
    { role: 'system', content: 'Be brief.' },
    { role: 'user', content: 'One?' },
    { role: 'assistant', content: 'Two.' },
  ];
  const prompt = (options: object, instructions = '') =>
    writePrompt(chat, {
      options: chat.options.parse(options),
      ...{ tone: 'formal', instructions, limit: 10, material: 'Three?' },
    });

  test('sends the conversation as it is, whatever the step says of tones and limits', () => {
    expect(prompt({ messages })).toEqual([...messages, { role: 'user', content: 'Three?' }]);
    expect(prompt({ role: 'system' })).toEqual([{ role: 'system', content: 'Three?' }]);
  });

  test('puts instructions and the shape of the reply before it', () => {
    const [first, ...others] = prompt({ messages, schema: { type: 'object' } }, 'Speak of rails.');
    expect(first).toEqual({
      role: 'system',
      content: expect.stringMatching(/^Speak of rails\.\n\n.*JSON Schema:\n\{"type":"object"\}$/),
    });
    expect(others).toEqual([...messages, { role: 'user', content: 'Three?' }]);
  });

  test('keeps a reply that was cut as it came', () => {
    const reading = { task: 'chat', options: chat.options.parse({}), material };
    expect(readTask({ ...reading, reply: { text: 'One. Two is', truncated: true } })).toEqual({
      text: 'One. Two is',
    });
  });

  test('reads JSON where its schema asks for it, repaired, and no value that misses the schema', () => {
    const schema = { type: 'object', properties: { kg: { type: 'number' } }, required: ['kg'] };
    const read = (text: string) => chat.read({ text, options: chat.options.parse({ schema }), material });
    expect(read('```json\n{"kg": "4",}\n```')).toEqual({ text: '{"kg":4}' });
    expect(() => read('{"g": 4}')).toThrow(ReplyProblem);
  });
});
