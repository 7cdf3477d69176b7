import type { Root } from 'mdast';
import { z } from 'zod';
import { definePostprocessor } from './define-postprocessor';
import { fileNameOption, titleOption } from './shared-options';

export const writeToMarkdown = definePostprocessor({
  name: 'writeToMarkdown',
  summary: 'Writes the text as Markdown.',
  options: z.strictObject({
    file_name: fileNameOption,
    title: titleOption.describe('A first-level heading above the text.'),
    front_matter: z
      .record(z.string().max(1_000), z.json())
      .default({})
      .describe('Written as YAML at the top.'),
  }),
  async process({ text }, { file_name, title, front_matter }, { stepId }) {
    const parts = [await frontMatter(front_matter), title === undefined ? '' : await heading(title)];
    return {
      file: {
        name: file_name ?? `${stepId}.md`,
        type: 'text/markdown; charset=utf-8',
        bytes: Buffer.from(parts.join('') + text),
      },
    };
  },
});

async function frontMatter(values: Readonly<Record<string, unknown>>): Promise<string> {
  if (Object.keys(values).length === 0) return '';
  const { stringify } = await import('yaml');
  // Programs that read YAML 1.1 would take an unquoted text such as no or 1:30 for another value; 1.2 reads the same.
  const yaml = stringify(values, { version: '1.1', lineWidth: 0, aliasDuplicateObjects: false });
  return `---\n${yaml}---\n\n`;
}

/** The title is a text: characters that Markdown reads are escaped. */
async function heading(title: string): Promise<string> {
  const [{ unified }, { default: remarkStringify }] = await Promise.all([
    import('unified'),
    import('remark-stringify'),
  ]);
  const tree: Root = {
    type: 'root',
    children: [{ type: 'heading', depth: 1, children: [{ type: 'text', value: title.trim() }] }],
  };
  return `${unified().use(remarkStringify).stringify(tree)}\n`;
}
