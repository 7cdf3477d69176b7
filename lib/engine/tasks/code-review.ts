import { z } from 'zod';
import { readShape, replySchema } from '@/lib/engine/replies/reply-shape';
import { defineTask } from './define-task';

const categories = ['correctness', 'security', 'performance', 'readability', 'tests'] as const;
/** Least first. */
const severities = ['info', 'low', 'medium', 'high'] as const;

const output = z.object({
  summary: z.string(),
  findings: z
    .array(
      z.object({
        line: z.number().int().nullable().describe('From 1; null for findings about the whole.'),
        severity: z.enum(severities),
        category: z.enum(categories),
        message: z.string(),
        suggestion: z.string().nullable(),
      }),
    )
    .describe('Empty if nothing is to be changed.'),
});

export const codeReview = defineTask({
  name: 'code-review',
  summary: 'Reads code, or a diff, and lists what to change, by line and severity.',
  options: z.strictObject({
    language: z.string().min(1).max(100).optional().describe('The programming language; found if left out.'),
    focus: z
      .array(z.enum(categories))
      .min(1)
      .max(categories.length)
      .default([...categories])
      .describe('What to look at.'),
    min_severity: z.enum(severities).default('low').describe('Leave out lesser findings.'),
    max_findings: z.number().int().min(1).max(100).default(20).describe('Most findings.'),
  }),
  output,
  temperature: 0.1,
  maxTokens: (_, { max_findings }) => 300 + 160 * max_findings,
  usualTokens: (_, { max_findings }) => 100 + 60 * Math.min(max_findings, 6),
  takesTone: true,
  replyAs: () => 'json',
  replySchema: () => replySchema(output),
  prompt: ({ language, focus, min_severity, max_findings }) =>
    [
      `Review the material, which is ${language ?? 'source'} code or a diff of it. Look at: ${focus.join(', ')}.`,
      `Report at most ${max_findings} findings of severity ${min_severity} or higher (${severities.join(', ')}), the gravest first.`,
      'If nothing is to be changed, the list is empty.',
      'Reply with one JSON object: {"summary": text, "findings": [{"line": number or null, "severity": text, "category": text, "message": text, "suggestion": text or null}]}.',
      'Lines are counted from 1. A category is one of what you look at.',
    ].join('\n'),
  read: ({ text, options: { focus, min_severity, max_findings }, material }) => {
    const { summary, findings } = readShape(text, output);
    const lines = material.split('\n').length;
    const least = severities.indexOf(min_severity);
    return {
      summary,
      findings: findings
        .filter(({ severity, category }) => severities.indexOf(severity) >= least && focus.includes(category))
        .slice(0, max_findings)
        .map((finding) => ({ ...finding, line: lineWithin(finding.line, lines) })),
    };
  },
  text: ({ summary }) => summary,
});

/** A line that the text doesn't have would lead a build nowhere. */
function lineWithin(line: number | null, lines: number): number | null {
  return line !== null && line >= 1 && line <= lines ? line : null;
}
