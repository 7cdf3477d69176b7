export const severities = ['off', 'warning', 'error'] as const;
export type Severity = (typeof severities)[number];

/**
 * The rules of ESLint that `lintCode` has, with their severity if a step sets none: an error for what is hardly ever
 * meant. None needs types, the names that an environment defines, or options.
 */
export const lintRules = {
  'constructor-super': 'error',
  eqeqeq: 'off',
  'for-direction': 'error',
  'getter-return': 'error',
  'no-async-promise-executor': 'error',
  'no-case-declarations': 'warning',
  'no-class-assign': 'error',
  'no-compare-neg-zero': 'error',
  'no-cond-assign': 'error',
  'no-const-assign': 'error',
  'no-constant-binary-expression': 'error',
  'no-constant-condition': 'error',
  'no-control-regex': 'warning',
  'no-debugger': 'error',
  'no-dupe-args': 'error',
  'no-dupe-class-members': 'error',
  'no-dupe-else-if': 'error',
  'no-dupe-keys': 'error',
  'no-duplicate-case': 'error',
  'no-empty': 'warning',
  'no-empty-character-class': 'error',
  'no-empty-pattern': 'error',
  'no-eval': 'warning',
  'no-ex-assign': 'error',
  'no-extra-boolean-cast': 'warning',
  'no-fallthrough': 'error',
  'no-func-assign': 'error',
  'no-import-assign': 'error',
  'no-invalid-regexp': 'error',
  'no-irregular-whitespace': 'error',
  'no-loss-of-precision': 'error',
  'no-obj-calls': 'error',
  'no-prototype-builtins': 'warning',
  'no-redeclare': 'error',
  'no-self-assign': 'error',
  'no-setter-return': 'error',
  'no-shadow-restricted-names': 'error',
  'no-sparse-arrays': 'error',
  'no-this-before-super': 'error',
  'no-unexpected-multiline': 'error',
  'no-unreachable': 'error',
  'no-unsafe-finally': 'error',
  'no-unsafe-negation': 'error',
  'no-unsafe-optional-chaining': 'error',
  'no-unused-labels': 'warning',
  'no-unused-vars': 'warning',
  'no-useless-catch': 'warning',
  'no-useless-escape': 'warning',
  'no-var': 'off',
  'prefer-const': 'off',
  'require-yield': 'error',
  'use-isnan': 'error',
  'valid-typeof': 'error',
} as const satisfies Record<string, Severity>;

export type LintRule = keyof typeof lintRules;

/** Off by default in TypeScript, whose overloads, namespaces, and types they misread. */
export const offInTypeScript: ReadonlySet<LintRule> = new Set([
  'no-dupe-class-members',
  'no-redeclare',
  'no-unused-vars',
]);

export type LintLanguage = 'javascript' | 'typescript' | 'json';

/** A fault at a place of code. */
export interface Finding {
  /** From 1, as the column. */
  line: number;
  column: number;
  severity: Exclude<Severity, 'off'>;
  /** `syntax` for code that doesn't parse. */
  rule: LintRule | 'syntax';
  message: string;
}

export const mostFindings = 1_000;
