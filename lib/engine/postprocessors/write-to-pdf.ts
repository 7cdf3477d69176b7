import { z } from 'zod';
import { definePostprocessor, PostprocessorProblem } from './define-postprocessor';
import { withHtmlAsText } from './html-as-text';
import { readMarkdown } from './read-markdown';
import { fileNameOption, pageSizeOption, titleOption } from './shared-options';

/** Bounds the time and memory of the layout. */
const MOST_CHARACTERS = 1_000_000;

export const writeToPdf = definePostprocessor({
  name: 'writeToPdf',
  summary: 'Writes the text as a PDF with selectable text.',
  options: z.strictObject({
    file_name: fileNameOption,
    title: titleOption.describe("A title above the text, and in the document's properties."),
    page_size: pageSizeOption,
    margin_mm: z.number().min(5).max(50).default(20).describe('The margin on each side, in millimetres.'),
  }),
  async process({ text }, { file_name, title, page_size, margin_mm }, { stepId }) {
    if (text.length > MOST_CHARACTERS)
      throw new PostprocessorProblem(
        `a PDF is made of at most ${MOST_CHARACTERS.toLocaleString('en-US')} characters; write a DOCX or TXT.`,
      );
    const tree = await withHtmlAsText(await readMarkdown(text));
    const { writePdf } = await import('./pdf/write-pdf');
    return {
      file: {
        name: file_name ?? `${stepId}.pdf`,
        type: 'application/pdf',
        bytes: await writePdf(tree, { title: title?.trim() ?? null, paper: page_size, margin: margin_mm }),
      },
    };
  },
});
