import { z } from 'zod';
import { readShape, replySchema } from '@/lib/engine/replies/reply-shape';
import { defineTask } from './define-task';

const output = z.object({
  summary: z.string().describe('What stands out, in one or two sentences.'),
  findings: z
    .array(
      z.object({
        title: z.string(),
        detail: z.string(),
        severity: z.enum(['info', 'low', 'medium', 'high']),
        evidence: z.string().nullable().describe('Quoted from the input; null if nothing can be quoted.'),
      }),
    )
    .describe('Empty if there is nothing to find.'),
});

export const analysis = defineTask({
  name: 'analysis',
  summary: 'Reads a text and reports what stands out, with the passage that shows it.',
  options: z.strictObject({
    focus: z
      .array(z.string().min(1).max(500))
      .min(0)
      .max(50)
      .default([])
      .describe('What to look for; if empty, whatever matters most.'),
    max_findings: z.number().int().min(1).max(50).default(10).describe('Most findings.'),
  }),
  output,
  temperature: 0.2,
  maxTokens: (_, { max_findings }) => 300 + 200 * max_findings,
  usualTokens: (_, { max_findings }) => 100 + 60 * Math.min(max_findings, 5),
  takesTone: true,
  replyAs: () => 'json',
  replySchema: () => replySchema(output),
  prompt: ({ focus, max_findings }) =>
    [
      focus.length > 0
        ? `Read the material and report what stands out about: ${focus.join('; ')}.`
        : 'Read the material and report what matters most in it.',
      `Report at most ${max_findings} findings, the gravest first. If there are none, the list is empty.`,
      'Reply with one JSON object: {"summary": text, "findings": [{"title": text, "detail": text, "severity": text, "evidence": text or null}]}.',
      'A severity is "info", "low", "medium" or "high". Evidence is a passage copied word for word from the material.',
    ].join('\n'),
  read: ({ text, options: { max_findings }, material }) => {
    const { summary, findings } = readShape(text, output);
    const source = spaced(material);
    return {
      summary,
      findings: findings
        .slice(0, max_findings)
        .map((finding) => ({ ...finding, evidence: quoted(finding.evidence, source) })),
    };
  },
  text: ({ summary }) => summary,
});

/** Evidence is a quotation, or none: a model's own words would pass for the text's. */
function quoted(evidence: string | null, source: string): string | null {
  if (evidence === null) return null;
  const passage = evidence.trim().replace(/^["“„«»'‘]|["”“«»'’]$/g, '');
  return passage && source.includes(spaced(passage)) ? passage : null;
}

function spaced(text: string): string {
  return text.split(/\s+/).join(' ');
}
