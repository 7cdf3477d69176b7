import { z } from 'zod';

/** How a writer's file is named; made safe afterwards. Left out, the name comes from the step. */
export const fileNameOption = z.string().min(1).max(255).optional().describe("The file's name.");

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
