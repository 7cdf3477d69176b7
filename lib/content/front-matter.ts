import { z } from 'zod';
import type { DocsTree } from '@/lib/config/docs';
import { docsSections } from '@/lib/config/docs-sections';
import { calendarDate } from '@/lib/validation/calendar-date';

const title = z.string().min(1).max(60);

/** Read by search engines and previews as a whole. */
const description = z.string().min(50).max(160).regex(/\.$/, 'must end with a full stop');

/** A page of a docs tree; the root page, `index`, is in no section. */
export const docsFrontMatter = (tree: DocsTree) =>
  z.strictObject({
    title,
    description,
    section: z.enum(docsSections[tree]).optional(),
    group: z.string().min(1).optional(),
    order: z.number().int().optional(),
    updated: calendarDate,
    /** `preview`: describes what is designed but doesn't run yet. */
    status: z.literal('preview').optional(),
  });

export const postFrontMatter = z.strictObject({
  title: title.optional(),
  summary: z.string().min(1).max(400).optional(),
  description,
  date: calendarDate,
});

export const legalFrontMatter = z.strictObject({ title, description, updated: calendarDate });
