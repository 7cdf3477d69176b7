import { LiquidError, Output, type Template, type Token, TokenKind, TypeGuards } from 'liquidjs';
import { liquid, longestText, withText } from './liquid';
import { overLimit, TemplateProblem } from './problems';
import type { Reads, Scope } from './scope';
import { readsOfTemplate } from './template-reads';

/** Bounds on what the parser has to do; text between tags is free. Lengths in characters. */
const limits = { tags: 1_000, inTags: 20_000 } as const;

/** What is known of a template before it is rendered. */
export interface ParsedTemplate extends Reads {
  /** It has no tags: it renders as it is. */
  isLiteral: boolean;
  /** It only puts values in their places, so that it can't run away. */
  isPlain: boolean;
}

/** Checks a template, in time linear in its length. */
export function parseTemplate(source: string): { problem: string } | ParsedTemplate {
  if (isLiteralTemplate(source)) return { steps: [], roots: new Set(), isLiteral: true, isPlain: true };
  try {
    const templates = parse(source);
    return { ...readsOfTemplate(templates, source), isLiteral: false, isPlain: templates.every(isPlain) };
  } catch (error) {
    return { problem: problemOf(error) };
  }
}

/** Whether a template has no tags. */
const isLiteralTemplate = (source: string): boolean => !source.includes('{{') && !source.includes('{%');

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
    text = liquid.renderSync(parse(source), { input, variables, file, steps: Object.fromEntries(readable) });
  } catch (error) {
    throw new TemplateProblem(problemOf(error));
  }
  if (text.length > longestText) throw new TemplateProblem(overLimit.memory('template'));
  return text;
}

function parse(source: string): Template[] {
  const { tags, inTags } = measure(source);
  if (tags > limits.tags)
    throw new TemplateProblem(`The template has ${tags} tags. It may have ${limits.tags}.`);
  if (inTags > limits.inTags)
    throw new TemplateProblem(
      `The template has ${inTags} characters inside its tags. It may have ${limits.inTags}.`,
    );
  return liquid.parse(source);
}

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

/** Text, or a value that is looked up, perhaps with a default. */
function isPlain(template: Template): boolean {
  if (template.token.kind === TokenKind.HTML) return true;
  if (!(template instanceof Output)) return false;
  const { initial, filters } = template.value;
  // The last filter is what makes a text of the value.
  return (
    initial.postfix.length === 1 &&
    initial.postfix.every(isLookup) &&
    filters.slice(0, -1).every(({ name, args }) => name === 'default' && args.flat().every(isLookup))
  );
}

const isLookup = (token: Token | string | undefined): boolean =>
  typeof token === 'string' ||
  TypeGuards.isQuotedToken(token) ||
  TypeGuards.isNumberToken(token) ||
  TypeGuards.isLiteralToken(token) ||
  (TypeGuards.isPropertyAccessToken(token) && !token.variable);

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
