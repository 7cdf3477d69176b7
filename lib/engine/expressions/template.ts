import { LiquidError, Output, type Template, type Token, TypeGuards, Value } from 'liquidjs';
import { formatBytes } from '@/lib/format/number';
import { liquid, mostRenderedBytes, withText } from './liquid';
import { noStepPart, noValueNamed, overLimit, placeOf, stepParts, TemplateProblem } from './problems';
import { namedReads, type Reads, type Scope } from './scope';
import type { SpendWork } from './work-budget';

/** Bounds on the parser's work; text between tags is free. Lengths in characters. */
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

/** A tag that writes a value by its name, as `{{ input }}` and `{{ steps.summary.output }}` do, from its braces on. */
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
 * Renders a template. Templates within values aren't rendered.
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

/** Why a template can't be parsed or rendered, as a sentence. @throws other errors unchanged */
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

/**
 * The names that a parsed template reads, in time linear in its length: the package's own analysis counts the lines
 * before each variable again.
 * @throws TemplateProblem if a step is read without its name, and if a name or a part of a step is unknown: Liquid would
 *   write nothing
 */
function readsOfTemplate(templates: readonly Template[], source: string): Reads {
  const steps = new Set<string>();
  /** The offset at which each is read first. */
  const roots = new Map<string, number>();
  const variables = new Set<string>();
  /** Names that a tag writes as they are, and names that are read otherwise: where they are tested, or have a default. */
  const names = { written: new Set<string>(), other: new Set<string>() };
  /** Names that the template itself assigns, anywhere. */
  const own = new Set(['forloop', 'tablerowloop']);

  const fail = (offset: number, what: string): never => {
    throw new TemplateProblem(`${placeOf(source, offset)}: ${what}`);
  };

  function visit(template: Template): void {
    const isOutput = template instanceof Output;
    for (const argument of template.arguments?.() ?? []) visitArgument(argument, isOutput);
    const named = [
      ...[...(template.localScope?.() ?? [])].map(({ content }) => content),
      ...(template.blockScope?.() ?? []),
    ];
    if (named.includes('steps')) fail(template.token.begin, 'the name steps is taken. Choose another.');
    for (const name of named) own.add(name);
    for (const child of childrenOf(template)) visit(child);
  }

  /** @param isWritten whether a tag writes it, perhaps filtered */
  function visitArgument(argument: unknown, isWritten = false): void {
    if (argument instanceof Value || TypeGuards.isFilteredValueToken(argument)) {
      const { postfix } = argument.initial;
      const isPlain =
        isWritten && postfix.length === 1 && argument.filters.every(({ name }) => name !== 'default');
      for (const token of postfix) visitArgument(token, isPlain);
      for (const { args } of argument.filters)
        for (const arg of args) visitArgument(Array.isArray(arg) ? arg[1] : arg);
    } else if (TypeGuards.isRangeToken(argument)) {
      visitArgument(argument.lhs);
      visitArgument(argument.rhs);
    } else if (TypeGuards.isPropertyAccessToken(argument)) {
      visitArgument(argument.variable);
      for (const prop of argument.props) visitArgument(prop);
      if (!argument.variable) visitPath(argument.props, argument.begin, isWritten);
    }
  }

  function visitPath(
    [first, second, third, fourth]: readonly Token[],
    begin: number,
    isWritten: boolean,
  ): void {
    const note = (name: string) => names[isWritten ? 'written' : 'other'].add(name);
    const root = literal(first) ?? fail(begin, 'write the name of the value that you read.');
    if (root === 'steps') {
      const step = literal(second) ?? fail(begin, 'name the step that you read, as in steps.ID.output.');
      const part = literal(third);
      if (part !== null && !stepParts.includes(part)) fail(begin, noStepPart(step, part));
      steps.add(step);
      const field = TypeGuards.isNumberToken(fourth) ? null : literal(fourth);
      if (part === 'output' && field !== null) note(`steps.${step}.output.${field}`);
    } else if (!roots.has(root)) roots.set(root, begin);
    const name = literal(second);
    if (root === 'variables' && name !== null) {
      variables.add(name);
      note(`variables.${name}`);
    }
  }

  for (const template of templates) visit(template);
  const unknown = [...roots].filter(([root]) => !readable.has(root) && !own.has(root));
  if (unknown.length > 0)
    throw new TemplateProblem(
      unknown
        .slice(0, MOST_NAMES)
        .map(([root, begin]) => `${placeOf(source, begin)}: ${noValueNamed(root, readableInTemplates)}`)
        .join(' '),
    );
  const written = [...names.written].filter((name) => !names.other.has(name));
  return {
    ...namedReads(steps, [...roots.keys()], variables),
    ...(written.length > 0 && { names: written }),
  };
}

/** The names that a template can read in addition to steps. */
const readable = new Set(['input', 'variables', 'file']);
const readableInTemplates = ['input', 'variables.NAME', 'file', 'steps.ID.output'];
/** Unknown names in one message. */
const MOST_NAMES = 5;

/** The templates within a tag. No tag loads a file, so the first result is the last. */
const childrenOf = (template: Template): readonly Template[] => {
  const { value } = template.children?.(false, true).next() ?? {};
  return Array.isArray(value) ? value : [];
};

/** A name or number that the source itself contains; null if it is read from a value. */
const literal = (token: Token | undefined): string | null =>
  TypeGuards.isWordToken(token) || TypeGuards.isQuotedToken(token) || TypeGuards.isNumberToken(token)
    ? String(token.content)
    : null;

/**
 * The text of a step that reads several outputs: JSON, by the ids of their steps.
 * @throws TemplateProblem if it is too long
 */
export function joinOutputs(outputs: Record<string, unknown>): string {
  const text = JSON.stringify(outputs, null, 2);
  if (Buffer.byteLength(text) > mostRenderedBytes)
    throw new TemplateProblem(
      `The outputs that the step reads have more than ${formatBytes(mostRenderedBytes)} together.`,
    );
  return text;
}
