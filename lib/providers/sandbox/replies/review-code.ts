import { z } from 'zod';
import { type Algorithm, SANDBOX_NOTICE } from '@/lib/providers/sandbox/sandbox-work';

const severities = ['info', 'low', 'medium', 'high'] as const satisfies readonly Severity[];

const Options = z.object({
  focus: z.array(z.string()).nullish(),
  min_severity: z.enum(severities),
  max_findings: z.number(),
});

/** As far into a line as it is looked at; what is longer is generated. */
const READ_OF_LINE = 2_000;
const USUAL_FINDINGS = 10;

/** Looks at each line of code, or each added line of a diff, for usual remarks of reviewers. */
export const reviewCode: Algorithm = ({ options, text, thorough }) => {
  const { focus, min_severity, max_findings } = Options.parse(options);
  const least = severities.indexOf(min_severity);
  const rules = lineRules.filter(
    ({ category, severity }) =>
      (!focus || focus.length === 0 || focus.includes(category)) && severities.indexOf(severity) >= least,
  );
  const isDiff = /^(?:diff --git |@@ |--- \S)/m.test(text);
  const findings = text.split('\n').flatMap((line, index) => {
    const code = isDiff ? (/^\+(?!\+\+ )(.*)/s.exec(line)?.[1] ?? '') : line;
    const read = code.slice(0, READ_OF_LINE);
    return rules
      .filter(({ pattern }) => pattern.test(read))
      .map(({ severity, category, message, suggestion }) => ({
        line: index + 1,
        severity,
        category,
        message,
        suggestion,
      }));
  });
  findings.sort((one, other) => severities.indexOf(other.severity) - severities.indexOf(one.severity));
  const kept = findings.slice(0, thorough ? max_findings : Math.min(max_findings, USUAL_FINDINGS));
  return JSON.stringify({
    summary: `${SANDBOX_NOTICE} It found ${kept.length} lines with usual signs of a fault.`,
    findings: kept,
  });
};

type Severity = 'info' | 'low' | 'medium' | 'high';

/** Lines of code that reviewers usually mark, by their form. */
export interface LineRule {
  /** Must take time linear in the line. */
  pattern: RegExp;
  severity: Severity;
  category: 'correctness' | 'security' | 'performance' | 'readability' | 'tests';
  message: string;
  suggestion: string | null;
}

/** The rules of the sandbox's reviews, for most programming languages. */
const lineRules: readonly LineRule[] = [
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
