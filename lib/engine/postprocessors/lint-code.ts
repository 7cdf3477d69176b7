import { z } from 'zod';
import { findCodeLanguage } from '@/lib/engine/preprocessors/find-code-language';
import { definePostprocessor, PostprocessorProblem, withField } from './define-postprocessor';
import {
  type Finding,
  type LintLanguage,
  type LintRule,
  lintRules,
  offInTypeScript,
  type Severity,
  severities,
} from './lint/lint-rules';

const languages = ['javascript', 'typescript', 'json'] as const;
/** Characters of code: of the slowest that is known, these take some seconds. */
const LONGEST = 500_000;

const names = Object.keys(lintRules) as LintRule[];
const ruleOptions = z.strictObject(
  Object.fromEntries(names.map((name) => [name, z.enum(severities).optional()])) as Record<
    LintRule,
    z.ZodOptional<z.ZodEnum<{ [Name in Severity]: Name }>>
  >,
);

export const lintCode = definePostprocessor({
  name: 'lintCode',
  summary: 'Checks code without running it.',
  options: z.strictObject({
    language: z
      .enum(languages)
      .optional()
      .describe('The language; that of the output if left out, or else found from the text.'),
    fail_on: z
      .enum(['error', 'warning', 'never'])
      .default('error')
      .describe('The least severity that fails the step.'),
    rules: ruleOptions.default({}).describe('Rules to off, warning, or error, in place of their defaults.'),
  }),
  async process({ output, text }, { language, fail_on, rules }, { task }) {
    const { code, language: named } = codeOf(output, text, task);
    const found = language ?? languageNamed(named) ?? languageOf(code);
    if (!found)
      throw new PostprocessorProblem(
        `the language isn't one of ${languages.join(', ')}, or wasn't found. Name it in language.`,
      );
    if (code.length > LONGEST)
      throw new PostprocessorProblem(`the code has more than ${LONGEST.toLocaleString('en-US')} characters.`);
    const findings = await lint(code, found, rules);
    const failing = findings.filter(
      ({ severity }) => severity === fail_on || (fail_on === 'warning' && severity === 'error'),
    );
    if (failing.length > 0) throw failed(failing);
    return { output: withField(output, 'lint', findings) };
  },
});

/** The code of a code-generation with the name of its language, or else the text of the output. */
function codeOf(output: unknown, text: string, task: string): { code: string; language: string | null } {
  const { code, language } = (output ?? {}) as Record<string, unknown>;
  if (task !== 'code-generation' || typeof code !== 'string') return { code: text, language: null };
  return { code, language: typeof language === 'string' ? language : null };
}

const known: Record<string, LintLanguage> = {
  ...{ javascript: 'javascript', js: 'javascript', jsx: 'javascript', ecmascript: 'javascript' },
  ...{
    'node.js': 'javascript',
    nodejs: 'javascript',
    node: 'javascript',
    mjs: 'javascript',
    cjs: 'javascript',
  },
  ...{ typescript: 'typescript', ts: 'typescript', tsx: 'typescript', json: 'json' },
};

/** @returns undefined without a name. @throws PostprocessorProblem for another language */
function languageNamed(name: string | null): LintLanguage | undefined {
  if (name === null) return undefined;
  const bare = name.trim().toLowerCase();
  if (Object.hasOwn(known, bare)) return known[bare];
  throw new PostprocessorProblem(`the output's language isn't one of ${languages.join(', ')}.`);
}

function languageOf(code: string): LintLanguage | null {
  const found = findCodeLanguage(code, null, [...languages, 'python']);
  return found === 'python' ? null : found;
}

async function lint(
  code: string,
  language: LintLanguage,
  chosen: Partial<Record<LintRule, Severity | undefined>>,
): Promise<Finding[]> {
  const severityOf = (name: LintRule): Severity =>
    chosen[name] ?? (language === 'typescript' && offInTypeScript.has(name) ? 'off' : lintRules[name]);
  if (language === 'json') {
    const { lintJson } = await import('./lint/lint-json');
    return lintJson(code, severityOf('no-dupe-keys'));
  }
  const { lintScript } = await import('./lint/lint-script');
  return lintScript(code, language, new Map(names.map((name) => [name, severityOf(name)])));
}

/** Quotes no code, which may contain values that were hidden. */
function failed([first, ...others]: readonly Finding[]): PostprocessorProblem {
  const more = others.length > 0 ? ` and ${others.length.toLocaleString('en-US')} more` : '';
  return new PostprocessorProblem(
    `${first?.rule} at line ${first?.line}, column ${first?.column}${more}. To read the findings, set fail_on to never.`,
    'LINT_FAILED',
  );
}
