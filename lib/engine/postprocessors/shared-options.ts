import { z } from 'zod';

/** How a writer's file is named; made safe afterwards. If it's omitted, the name comes from the step. */
export const fileNameOption = z.string().min(1).max(255).optional().describe("The file's name.");

/** The title of a document, in one line. */
export const titleOption = z
  .string()
  .min(1)
  .max(1_000)
  .refine((title) => /\S/.test(title), "can't be blank")
  .refine((title) => !/[\p{Cc}\u2028\u2029]/u.test(title), 'must be one line, without control characters')
  .optional();

/** The paper of a document's pages. */
export const pageSizeOption = z.enum(['a4', 'letter']).default('a4').describe('The paper.');

/** Leads to a part of the output, for findPart. */
export const pathOption = z
  .string()
  .min(1)
  .max(1_000)
  .optional()
  .describe('Names of fields, joined by dots; the whole output if left out.');

/** Which fields of the rows a table has, for readTable. */
export const columnsOption = z
  .array(z.string().max(1_000))
  .min(1)
  .max(1_000)
  .optional()
  .describe('Which fields, in which order; all if left out, as they first come.');
