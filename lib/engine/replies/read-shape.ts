import type { z } from 'zod';
import { ReplyProblem } from '@/lib/engine/replies/reply-problem';
import { fitTypes } from './fit-types';
import { readJson } from './read-json';
import { replySchema } from './reply-schema';
import { valuePath } from './value-path';

/**
 * Reads a JSON reply in a shape of ours, repairing what needs no model.
 * @throws ReplyProblem that names the first place that doesn't fit
 */
export function readShape<Shape>(reply: string, shape: z.ZodType<Shape>): Shape {
  const read = shape.safeParse(fitTypes(readJson(reply), replySchema(shape)));
  if (read.success) return read.data;
  const [first] = read.error.issues;
  throw new ReplyProblem(
    `At ${valuePath(first?.path ?? []) || 'the top'}: ${first?.message ?? 'wrong shape'}.`,
  );
}
