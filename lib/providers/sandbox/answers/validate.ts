import { z } from 'zod';
import { judgeRule } from '@/lib/providers/sandbox/answers/judge-rule';
import type { Algorithm } from '@/lib/providers/sandbox/sandbox-work';

const Options = z.object({ rules: z.array(z.string()).nullish() });

/** Judges each rule by the words and figures it names. Failures of a schema are found without a model. */
export const validate: Algorithm = ({ options, text }) => {
  const { rules } = Options.parse(options);
  const failures = (rules ?? []).flatMap((rule) => {
    const message = judgeRule(rule, text);
    return message === null ? [] : [{ rule, message }];
  });
  return JSON.stringify({ failures });
};
