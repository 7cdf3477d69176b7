import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { VFile } from 'vfile';
import { matter } from 'vfile-matter';
import type { z } from 'zod';

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
