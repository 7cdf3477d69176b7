import type { Rule } from 'eslint';
import { Linter } from 'eslint/universal';
import { builtinRules } from 'eslint/use-at-your-own-risk';
import { PostprocessorProblem } from '@/lib/engine/postprocessors/define-postprocessor';
import { type Finding, type LintRule, lintRules, mostFindings, type Severity } from './lint-rules';
import { scriptParser } from './parse-script';

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
