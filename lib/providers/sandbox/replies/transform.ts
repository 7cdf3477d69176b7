import { z } from 'zod';
import { convertDocument, type DocumentFormat } from '@/lib/providers/sandbox/formats/convert-document';
import { detectFormat, type FormatName, formatNames } from '@/lib/providers/sandbox/formats/detect-format';
import { fitToSchema } from '@/lib/providers/sandbox/formats/fit-to-schema';
import { parseData } from '@/lib/providers/sandbox/formats/parse-data';
import { writeData } from '@/lib/providers/sandbox/formats/write-data';
import type { Algorithm } from '@/lib/providers/sandbox/sandbox-work';

const Options = z.object({
  to: z.enum(formatNames),
  from: z.enum(formatNames).nullish(),
  schema: z.record(z.string(), z.unknown()).nullish(),
});

/** Converts between formats: documents as documents, everything else by the data that the text holds. */
export const transform: Algorithm = ({ options, text }) => {
  const { to, from, schema } = Options.parse(options);
  const source = from ?? detectFormat(text);
  if (isDocument(source) && isDocument(to)) return convertDocument(text, source, to);
  const data = parseData(text, source);
  return writeData(schema ? fitToSchema(data, schema) : data, to);
};

function isDocument(format: FormatName): format is DocumentFormat {
  return format === 'markdown' || format === 'html' || format === 'text';
}
