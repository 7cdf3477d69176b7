import { type Template, type Token, TypeGuards, Value } from 'liquidjs';
import { noValueNamed, placeOf, TemplateProblem } from './problems';
import type { Reads } from './scope';

/**
 * What a parsed template reads, in time linear in its length: the package's own analysis counts the lines before each
 * variable again.
 * @throws TemplateProblem if a step is read without its name, or if a name is unknown: Liquid would write nothing for it
 */
export function readsOfTemplate(templates: readonly Template[], source: string): Reads {
  const steps = new Set<string>();
  /** Where each is read first. */
  const roots = new Map<string, number>();
  /** Names that the template itself gives, wherever it does. */
  const own = new Set(['forloop', 'tablerowloop']);

  const fail = (offset: number, what: string): never => {
    throw new TemplateProblem(`${placeOf(source, offset)}: ${what}`);
  };

  function visit(template: Template): void {
    for (const argument of template.arguments?.() ?? []) visitArgument(argument);
    const named = [
      ...[...(template.localScope?.() ?? [])].map(({ content }) => content),
      ...(template.blockScope?.() ?? []),
    ];
    if (named.includes('steps')) fail(template.token.begin, 'the name steps is taken. Choose another.');
    for (const name of named) own.add(name);
    for (const child of childrenOf(template)) visit(child);
  }

  function visitArgument(argument: unknown): void {
    if (argument instanceof Value || TypeGuards.isFilteredValueToken(argument)) {
      for (const token of argument.initial.postfix) visitArgument(token);
      for (const { args } of argument.filters)
        for (const arg of args) visitArgument(Array.isArray(arg) ? arg[1] : arg);
    } else if (TypeGuards.isRangeToken(argument)) {
      visitArgument(argument.lhs);
      visitArgument(argument.rhs);
    } else if (TypeGuards.isPropertyAccessToken(argument)) {
      visitArgument(argument.variable);
      for (const prop of argument.props) visitArgument(prop);
      if (!argument.variable) visitPath(argument.props, argument.begin);
    }
  }

  function visitPath([first, second]: readonly Token[], begin: number): void {
    const root = literal(first) ?? fail(begin, 'write the name of the value that you read.');
    if (root === 'steps')
      steps.add(literal(second) ?? fail(begin, 'name the step that you read, as in steps.ID.output.'));
    else if (!roots.has(root)) roots.set(root, begin);
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
  return { steps: [...steps], roots: [...roots.keys()] };
}

/** What a template reads besides steps. */
const readable = new Set(['input', 'variables', 'file']);
const readableInTemplates = ['input', 'variables.NAME', 'file', 'steps.ID.output'];
/** Unknown names in one message. */
const MOST_NAMES = 5;

/** The templates within a tag. None loads a file, so that the first answer is the last. */
const childrenOf = (template: Template): readonly Template[] => {
  const { value } = template.children?.(false, true).next() ?? {};
  return Array.isArray(value) ? value : [];
};

/** A name or number that stands in the source itself; null for one that is read from a value. */
const literal = (token: Token | undefined): string | null =>
  TypeGuards.isWordToken(token) || TypeGuards.isQuotedToken(token) || TypeGuards.isNumberToken(token)
    ? String(token.content)
    : null;
