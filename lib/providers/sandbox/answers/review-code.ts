import { z } from 'zod';
import { lineRules, type Severity } from '@/lib/providers/sandbox/answers/line-rules';
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

/** Looks at each line of code, or each added line of a diff, for what reviewers usually mark. */
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
