import { LiquidError, type Template } from 'liquidjs';
import { formatBytes } from '@/lib/format/number';
import { liquid, mostRenderedBytes, withText } from './liquid';
import { overLimit, TemplateProblem } from './problems';
import type { Reads, Scope } from './scope';
import { readsOfTemplate } from './template-reads';
import type { SpendWork } from './work-budget';

/** Bounds on what the parser has to do; text between tags is free. Lengths in characters. */
const limits = { tags: 1_000, inTags: 20_000 } as const;

/**
 * Checks a template, in time linear in its length.
 * @param spend called before the work; what it throws ends the check
 */
export function parseTemplate(source: string, spend: SpendWork = () => {}): { problem: string } | Reads {
  if (isLiteralTemplate(source)) return { steps: [], roots: [] };
  try {
    return readsOfTemplate(parse(source, spend), source);
  } catch (error) {
    return { problem: problemOf(error) };
  }
}

/** Whether a template has no tags, and so renders as it is. */
export const isLiteralTemplate = (source: string): boolean =>
  !source.includes('{{') && !source.includes('{%');

/** A tag that writes a value by its name, as `{{ input }}` and `{{ steps.summary.text }}` do, from its braces on. */
const namedValue = /^-?\s*[A-Za-z_][\w-]*(?:\.[A-Za-z_][\w-]*){0,8}\s*-?\}\}/;

/**
 * Counts the tags of a template that only writes values by their names: to parse and to render one takes microseconds.
 * @returns null if it does anything else
 */
export function countNamedValues(source: string): number | null {
  if (source.includes('{%')) return null;
  const tags = source.split('{{').slice(1);
  return tags.every((tag) => namedValue.test(tag)) ? tags.length : null;
}

/**
 * Renders a template. What the values hold is never rendered again.
 * @throws TemplateProblem if it doesn't parse, fails on these values, or passes the limits of Liquid
 */
export function renderTemplate(source: string, { input, variables, file, steps }: Scope): string {
  if (isLiteralTemplate(source)) return source;
  const readable = Object.entries(steps).map(
    ([id, { status, output, text }]) => [id, { status, output: withText(output, text) }] as const,
  );
  let text: string;
  try {
    text = liquid.renderSync(
      parse(source, () => {}),
      { input, variables, file, steps: Object.fromEntries(readable) },
    );
  } catch (error) {
    throw new TemplateProblem(problemOf(error));
  }
  if (Buffer.byteLength(text) > mostRenderedBytes) throw new TemplateProblem(tooLongRendered);
  return text;
}

const tooLongRendered = `The rendered text has more than ${formatBytes(mostRenderedBytes)}. Use shorter texts or lists.`;

function parse(source: string, spend: SpendWork): Template[] {
  const { tags, inTags } = measure(source);
  if (tags > limits.tags)
    throw new TemplateProblem(
      `The template has ${grouped(tags)} tags. At most ${grouped(limits.tags)} are allowed.`,
    );
  if (inTags > limits.inTags)
    throw new TemplateProblem(
      `The template has ${grouped(inTags)} characters inside its tags. At most ${grouped(limits.inTags)} are allowed.`,
    );
  spend('tags of templates', tags);
  spend('characters inside tags', inTags);
  return liquid.parse(source);
}

const grouped = (count: number) => count.toLocaleString('en-US');

function measure(source: string): { tags: number; inTags: number } {
  let tags = 0;
  let inTags = 0;
  const delimiter = /\{\{|\{%/g;
  for (let match = delimiter.exec(source); match; match = delimiter.exec(source)) {
    const end = source.indexOf(match[0] === '{{' ? '}}' : '%}', match.index);
    const next = end === -1 ? source.length : end;
    tags += 1;
    inTags += next - match.index;
    delimiter.lastIndex = next;
  }
  return { tags, inTags };
}

/** Why a template can't be parsed or rendered, as a sentence. @throws what isn't the template's fault */
function problemOf(error: unknown): string {
  if (error instanceof TemplateProblem) return error.message;
  if (error instanceof RangeError) return overLimit.depth('template');
  if (!LiquidError.is(error)) throw error;
  const cause = error.originalError?.message ?? error.message;
  if (cause === 'memory alloc limit exceeded' || cause === 'Invalid string length')
    return overLimit.memory('template');
  if (cause.startsWith('Maximum call stack')) return overLimit.depth('template');
  // The message ends in the place: "undefined filter: loud, line:1, col:9".
  const [, what = error.message, line, column] =
    /^([\s\S]*), line:(\d+), col:(\d+)$/.exec(error.message) ?? [];
  return line ? `Line ${line}, column ${column}: ${what}.` : `${what}.`;
}
