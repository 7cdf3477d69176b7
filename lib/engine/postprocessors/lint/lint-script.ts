import { type ParserPlugin, parse } from '@babel/parser';
import { analyze } from '@typescript-eslint/scope-manager';
import { visitorKeys } from '@typescript-eslint/visitor-keys';
import type { Rule } from 'eslint';
import { Linter } from 'eslint/universal';
import { builtinRules } from 'eslint/use-at-your-own-risk';
import { PostprocessorProblem } from '@/lib/engine/postprocessors/define-postprocessor';
import { type Finding, type LintRule, lintRules, mostFindings, type Severity } from './lint-rules';

/**
 * ESLint's rules without the schemas of their options: from schemas, ESLint makes code at run time, which this process
 * doesn't allow. No rule is given options here.
 */
const plugin = {
  rules: Object.fromEntries(Object.keys(lintRules).map((name) => [name, withoutSchema(name)])),
};

function withoutSchema(name: string): Rule.RuleModule {
  const rule = builtinRules.get(name);
  if (!rule) throw new Error(`ESLint has no rule ${name}.`);
  return { meta: { ...rule.meta, schema: false }, create: (context) => rule.create(context) };
}

const PREFIX = 'eslint/';
const levels = { off: 0, warning: 1, error: 2 } as const satisfies Record<Severity, number>;

/** Findings in JavaScript or TypeScript, by their place. @throws PostprocessorProblem if the code can't be checked */
export function lintScript(
  code: string,
  language: 'javascript' | 'typescript',
  rules: ReadonlyMap<LintRule, Severity>,
): Finding[] {
  const config: Linter.Config = {
    files: ['**/*'],
    plugins: { eslint: plugin },
    // Comments of the code change nothing.
    linterOptions: {
      noInlineConfig: true,
      reportUnusedDisableDirectives: 'off',
      reportUnusedInlineConfigs: 'off',
    },
    languageOptions: { parser: scriptParser(language) },
    rules: Object.fromEntries([...rules].map(([name, severity]) => [PREFIX + name, levels[severity]])),
  };
  return verify(code, config)
    .slice(0, mostFindings)
    .map(({ ruleId, fatal, severity, line, column, message }) => ({
      line,
      column,
      severity: severity === 2 ? 'error' : 'warning',
      rule: fatal || !ruleId ? 'syntax' : (ruleId.slice(PREFIX.length) as LintRule),
      message: fatal ? message.replace(/^Parsing error: /, '') : message,
    }));
}

function verify(code: string, config: Linter.Config): Linter.LintMessage[] {
  try {
    const messages = new Linter({ configType: 'flat' }).verify(code, [config], {
      filename: 'code.js',
      allowInlineConfig: false,
    });
    // An error of the stack, which ESLint takes for one of syntax.
    if (!messages.some(({ fatal, message }) => fatal && message.endsWith('call stack size exceeded')))
      return messages;
  } catch {
    // Rules fail on code that nests too deeply, and, rarely, on code that they don't expect. Their messages quote it.
  }
  throw new PostprocessorProblem(
    "the code can't be checked: it nests too deeply, or is too unusual for a rule.",
  );
}

/** A token or a comment of @babel/parser. */
interface BabelToken {
  /** A text for comments. */
  type: string | { label: string; keyword?: string };
  start: number;
  end: number;
  loc: unknown;
}

interface BabelProgram {
  sourceType: 'module' | 'script';
  [field: string]: unknown;
}

/** The place at which code doesn't parse, as ESLint reads it from an error. */
class SyntaxFault extends Error {
  constructor(
    message: string,
    readonly lineNumber: number,
    readonly column: number,
  ) {
    super(message);
  }
}

/** `<T>` begins a type in TypeScript, and an element in its files with JSX. */
const dialects = {
  javascript: [['jsx', 'decorators', 'estree']],
  typescript: [
    ['typescript', 'decorators', 'estree'],
    ['typescript', 'decorators', 'jsx', 'estree'],
  ],
} as const satisfies Record<string, ParserPlugin[][]>;

/**
 * A parser for ESLint, with the syntax tree and tokens of @babel/parser, which are those of ESTree and typescript-eslint.
 */
function scriptParser(language: 'javascript' | 'typescript'): Linter.Parser {
  return {
    meta: { name: 'switchyard-script', version: '1' },
    parseForESLint(code: string) {
      const { program, comments, tokens } = parseAs(dialects[language], code);
      const { sourceType } = program;
      const ast = {
        ...program,
        range: [0, code.length],
        tokens: tokens.filter((token) => isToken(token)).map((token) => tokenOf(token, code)),
        comments: comments.map(({ type, start, end, ...comment }) => ({
          ...comment,
          ...{ type: type === 'CommentBlock' ? 'Block' : 'Line', start, end, range: [start, end] },
        })),
      };
      // Its types are those of typescript-eslint's own parser.
      const scopeManager = analyze(ast as never, { sourceType, lib: [] });
      return { ast, scopeManager, visitorKeys, services: {} } as unknown as Linter.ESLintParseResult;
    },
  };
}

interface Parsed {
  program: BabelProgram;
  comments: { type: string; start: number; end: number }[];
  tokens: BabelToken[];
}

/** @throws SyntaxFault of the last dialect if none reads the code */
function parseAs(plugins: readonly (readonly ParserPlugin[])[], code: string): Parsed {
  let fault: unknown;
  for (const dialect of plugins) {
    try {
      return parse(code, {
        plugins: [...dialect],
        sourceType: 'unambiguous',
        ranges: true,
        tokens: true,
        attachComment: false,
        allowAwaitOutsideFunction: true,
        allowReturnOutsideFunction: true,
        allowUndeclaredExports: true,
      }) as unknown as Parsed;
    } catch (error) {
      // The first reports on a caller's code without JSX.
      fault ??= error;
    }
  }
  const { loc, message } = fault as Error & { loc?: { line: number; column: number } };
  if (!loc) throw fault;
  throw new SyntaxFault(message.replace(/ \(\d+:\d+\)$/, ''), loc.line, loc.column + 1);
}

const isToken = ({ type, start, end }: BabelToken): boolean => typeof type !== 'string' && end > start;

const kinds: Record<string, string> = {
  name: 'Identifier',
  string: 'String',
  num: 'Numeric',
  bigint: 'Numeric',
  regexp: 'RegularExpression',
  privateName: 'PrivateIdentifier',
  '#name': 'PrivateIdentifier',
  template: 'Template',
  '...`': 'Template',
  '...${': 'Template',
  jsxText: 'JSXText',
  jsxName: 'JSXIdentifier',
  null: 'Null',
  true: 'Boolean',
  false: 'Boolean',
};

function tokenOf({ type, start, end, loc }: BabelToken, code: string) {
  const { label, keyword } = type as { label: string; keyword?: string };
  const value = code.slice(start, end);
  const word = keyword ? 'Keyword' : 'Identifier';
  const kind = kinds[keyword ?? label] ?? (/^[\p{L}$_]/u.test(value) ? word : 'Punctuator');
  return { type: kind, value, start, end, range: [start, end], loc };
}
