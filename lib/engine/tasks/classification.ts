import { z } from 'zod';
import { ReplyProblem } from '@/lib/engine/replies/problems';
import { readShape, replySchema } from '@/lib/engine/replies/reply-shape';
import { defineTask } from './define-task';

const DEFAULT_THRESHOLD = 0.5;
const score = z.number().min(0).max(1);

const options = z
  .strictObject({
    labels: z.array(z.string().min(1).max(200)).min(2).max(100).describe('The labels, each different.'),
    descriptions: z.record(z.string(), z.string()).default({}).describe('Label to what it means.'),
    multiple: z.boolean().default(false).describe('Whether several labels may apply.'),
    threshold: score.optional().describe('Least score of a label, 0.5 if left out; only with `multiple`.'),
  })
  .superRefine(({ labels, descriptions, multiple, threshold }, context) => {
    for (const [index, label] of labels.entries()) {
      if (labels.indexOf(label) < index) {
        context.addIssue({ code: 'custom', path: ['labels', index], message: `repeats ${label}` });
      }
    }
    for (const label of Object.keys(descriptions).filter((name) => !labels.includes(name))) {
      context.addIssue({
        code: 'custom',
        path: ['descriptions', label],
        message: "describes a label that isn't in labels",
      });
    }
    if (threshold !== undefined && !multiple) {
      context.addIssue({ code: 'custom', path: ['threshold'], message: 'needs multiple to be true' });
    }
  });

const several = (label: z.ZodType<string>) => z.object({ labels: z.array(z.object({ label, score })) });
const one = (label: z.ZodType<string>) => z.object({ label, score });

export const classification = defineTask({
  name: 'classification',
  summary: 'Assigns one label, or several, out of those you give.',
  options,
  output: z.object({
    label: z.string().nullable().describe('The best label; null if none reaches the threshold.'),
    score: score.nullable(),
    labels: several(z.string()).shape.labels.describe('What applies, best first.'),
  }),
  temperature: 0,
  maxTokens: (_, { labels, multiple }) => 200 + (multiple ? 40 * labels.length : 0),
  usualTokens: (_, { labels, multiple }) => (multiple ? 20 * Math.min(labels.length, 5) : 20),
  takesTone: false,
  replyAs: () => 'json',
  replySchema: ({ labels, multiple }) => replySchema((multiple ? several : one)(z.enum(labels))),
  prompt: ({ labels, descriptions, multiple }) =>
    [
      multiple ? 'Decide which labels apply to the material.' : 'Decide which label fits the material best.',
      'Labels:',
      ...labels.map((label) =>
        Object.hasOwn(descriptions, label) ? `- ${label}: ${descriptions[label]}` : `- ${label}`,
      ),
      multiple
        ? 'Reply with one JSON object: {"labels": [{"label": one of the labels, "score": 0 to 1}]}, with a score for each label that may apply.'
        : 'Reply with one JSON object: {"label": one of the labels, "score": 0 to 1}.',
    ].join('\n'),
  read: ({ text, options: { labels, multiple, threshold = DEFAULT_THRESHOLD } }) => {
    const label = z.enum(labels);
    if (!multiple) {
      const best = readShape(text, one(label));
      return { ...best, labels: [best] };
    }
    const scored = readShape(text, several(label)).labels;
    const twice = scored.find(
      (entry, index) => scored.findIndex((other) => other.label === entry.label) < index,
    );
    if (twice) throw new ReplyProblem(`At labels: ${twice.label} is there twice.`);
    const found = scored.filter((entry) => entry.score >= threshold).sort((a, b) => b.score - a.score);
    return { label: found[0]?.label ?? null, score: found[0]?.score ?? null, labels: found };
  },
  text: ({ label }) => label ?? '',
});
