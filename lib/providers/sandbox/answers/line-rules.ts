export type Severity = 'info' | 'low' | 'medium' | 'high';

/** What reviewers usually mark in a line of code, seen by its form. */
export interface LineRule {
  /** Must take time linear in the line. */
  pattern: RegExp;
  severity: Severity;
  category: 'correctness' | 'security' | 'performance' | 'readability' | 'tests';
  message: string;
  suggestion: string | null;
}

/** The rules of the sandbox's reviews, for most programming languages. */
export const lineRules: readonly LineRule[] = [
  {
    pattern: /\b(?:select|insert|update|delete)\b.{0,200}(?:["'`] ?\+|\$\{|%s["'] ?%|f["'])/i,
    severity: 'high',
    category: 'security',
    message: 'A value is put into the text of a query.',
    suggestion: 'Pass it as a parameter.',
  },
  {
    pattern: /\b(?:password|passwd|secret|api_?key|token)\b["']? ?[:=] ?["'][^"']{4,200}["']/i,
    severity: 'high',
    category: 'security',
    message: 'A secret is written into the code.',
    suggestion: 'Read it from the environment.',
  },
  {
    pattern: /\b(?:eval|exec|execSync|os\.system)\(|shell ?= ?True/,
    severity: 'high',
    category: 'security',
    message: 'Text is run as code or as a command.',
    suggestion: 'Call the function or program with separate arguments.',
  },
  {
    pattern: /\.innerHTML ?=|dangerouslySetInnerHTML|\bv-html=/,
    severity: 'high',
    category: 'security',
    message: 'Text is put into the page as HTML.',
    suggestion: 'Set it as text, or sanitize it.',
  },
  {
    pattern: /\b(?:md5|sha1)\b|Math\.random\(\)/i,
    severity: 'medium',
    category: 'security',
    message: 'This can be guessed or forged if it protects anything.',
    suggestion: 'Use SHA-256, or a cryptographic random source.',
  },
  {
    pattern: /catch ?(?:\([^()]{0,80}\))? ?\{ ?\}|except(?: Exception)?: ?pass|^\s{0,80}except:\s{0,9}$/,
    severity: 'medium',
    category: 'correctness',
    message: 'An error is swallowed.',
    suggestion: 'Handle it or let it pass on.',
  },
  {
    pattern: /[^=!<>]==(?!=) ?(?:null|undefined|true|false|["'])|!=(?!=) ?["']/,
    severity: 'low',
    category: 'correctness',
    message: 'A loose comparison can convert its operands.',
    suggestion: 'Use === or !== if the language has them.',
  },
  {
    pattern: /\b(?:TODO|FIXME|XXX|HACK)\b/,
    severity: 'low',
    category: 'correctness',
    message: 'Something is left to be done here.',
    suggestion: null,
  },
  {
    pattern: /\bselect \*/i,
    severity: 'low',
    category: 'performance',
    message: 'All columns are read.',
    suggestion: 'Name the columns that are used.',
  },
  {
    pattern: /readFileSync|\bsleep\(/,
    severity: 'medium',
    category: 'performance',
    message: 'This call blocks everything else.',
    suggestion: 'Use the asynchronous form.',
  },
  {
    pattern: /^.{121}/,
    severity: 'low',
    category: 'readability',
    message: 'The line is longer than 120 characters.',
    suggestion: 'Divide it.',
  },
  {
    pattern: /:\s?any\b|<any>/,
    severity: 'low',
    category: 'readability',
    message: 'The type says nothing.',
    suggestion: 'Name the type, or use unknown.',
  },
  {
    pattern: /\b(?:it|test|describe)\.(?:skip|only)\(|@(?:Ignore|Disabled|pytest\.mark\.skip)\b/,
    severity: 'medium',
    category: 'tests',
    message: 'Tests are left out.',
    suggestion: 'Run all tests.',
  },
];
