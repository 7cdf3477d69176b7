import { z } from 'zod';
import { definePostprocessor } from './define-postprocessor';
import { fileNameOption, pageSizeOption, titleOption } from './shared-options';

export const writeToDocx = definePostprocessor({
  name: 'writeToDocx',
  summary: 'Writes the text as a Word document.',
  options: z.strictObject({
    file_name: fileNameOption,
    title: titleOption.describe("A title above the text, and in the document's properties."),
    page_size: pageSizeOption,
  }),
  async process({ text }, { file_name, title, page_size }, { stepId }) {
    const [{ readMarkdown }, { withHtmlAsText }, { writeDocument }] = await Promise.all([
      import('./read-markdown'),
      import('./html-as-text'),
      import('./docx/write-document'),
    ]);
    const content = await withHtmlAsText(await readMarkdown(text));
    return {
      file: {
        name: file_name ?? `${stepId}.docx`,
        type: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
        bytes: writeDocument(content, { title: title?.trim(), pageSize: page_size }),
      },
    };
  },
});
