import { createElement } from 'react';
import { expect, test } from 'vitest';
import { ProcessorOptions } from './reference-parts';
import { renderStatic } from './render-static';

/** The cells of a processor's options by the option's name, without the code's marks. */
async function cellsOf(processor: string): Promise<Map<string, string[]>> {
  const { html } = await renderStatic(createElement(ProcessorOptions, { of: processor }));
  const rows = html.split('<tr>').slice(2);
  return new Map(
    rows.map((row) => {
      const [name = '', ...cells] = row
        .replace(/<\/?code>/g, '')
        .split('</td>')
        .map((cell) => cell.trim());
      return [name.replace(/<[^>]+>/g, ''), cells];
    }),
  );
}

test('the default of an option is labeled for narrow screens, but no missing or required one', async () => {
  const [, failOn] = (await cellsOf('lintCode')).get('fail_on') ?? [];
  expect(failOn).toBe('<td data-label="Default: ">error');
  const [, schema] = (await cellsOf('validateStructure')).get('schema') ?? [];
  expect(schema).toBe('<td>required');
  const [, title] = (await cellsOf('writeToPdf')).get('title') ?? [];
  expect(title).toBe('<td data-none="">–');
});
