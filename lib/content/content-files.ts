import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { VFile } from 'vfile';
import { matter } from 'vfile-matter';
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

/** One MDX file: its path below its folder without the ending, its front matter and its body. */
interface ContentFile<FrontMatter> {
  slug: string;
  frontMatter: FrontMatter;
  source: string;
}

/**
 * Reads every MDX file of a folder under content/, in order of path.
 * @throws Error that names the file and each wrong field of its front matter
 */
export function readContent<S extends z.ZodType>(folder: string, schema: S): ContentFile<z.output<S>>[] {
  const place = path.join(process.cwd(), 'content', folder);
  return readdirSync(place, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.mdx'))
    .sort()
    .map((name) => readFile(path.join(place, name), name.replace(/\.mdx$/, ''), schema));
}

function readFile<S extends z.ZodType>(file: string, slug: string, schema: S): ContentFile<z.output<S>> {
  const page = new VFile({ path: file, value: readFileSync(file, 'utf8') });
  matter(page, { strip: true });
  const parsed = schema.safeParse(page.data.matter);
  if (parsed.success) return { slug, frontMatter: parsed.data, source: String(page).trim() };
  const faults = parsed.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`);
  throw new Error(`The front matter of ${file} is wrong: ${faults.join('; ')}`);
}
