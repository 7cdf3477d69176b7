import { z } from 'zod';
import { codeTemplate } from '@/lib/providers/sandbox/answers/code-templates';
import { type Algorithm, SANDBOX_NOTICE } from '@/lib/providers/sandbox/sandbox-work';

const Options = z.object({
  language: z.string(),
  framework: z.string().nullish(),
  include_tests: z.boolean(),
});

const MOST_LINES = 12;
const LONGEST_LINE = 100;

/** Fills a template of the language that repeats the description: code, tests if asked for, then an explanation. */
export const generateCode: Algorithm = ({ options, instructions, text }) => {
  const { language, framework, include_tests } = Options.parse(options);
  const asked = linesOf(`${text.slice(0, 10_000)}\n${instructions.slice(0, 10_000)}`);
  const uses = framework ? [`For ${framework}.`] : [];
  const { code, tests } = codeTemplate(language, nameFor(text), [SANDBOX_NOTICE, ...uses, ...asked]);
  const blocks = include_tests ? [code, tests] : [code];
  const fence = language.trim().split(/\s/)[0]?.toLowerCase().replaceAll('`', '') ?? '';
  const explanation = `${SANDBOX_NOTICE} The code is a template that repeats the description and does nothing yet.`;
  return [...blocks.map((block) => `\`\`\`${fence}\n${block}\`\`\``), explanation].join('\n\n');
};

/** The description as lines for a comment: nothing in them can end the comment, or the block around it. */
function linesOf(description: string): string[] {
  return description
    .split('\n')
    .map((line) =>
      line.trim().replaceAll('`', "'").replaceAll('*/', '* /').replaceAll('--', '- -').slice(0, LONGEST_LINE),
    )
    .filter((line) => line !== '')
    .slice(0, MOST_LINES);
}

const unsaid = new Set(
  'a an the that which tells whether of is are for to function method query and or in it'.split(' '),
);

/** A name from the first telling words of the description: "whether a year is a leap year" is `yearLeapYear`. */
function nameFor(description: string): string {
  const words = (
    description
      .slice(0, 1_000)
      .toLowerCase()
      .match(/[a-z]{2,20}/g) ?? []
  ).filter((word) => !unsaid.has(word));
  const [first = 'described', ...rest] = words.slice(0, 3);
  return `${first}${rest.map((word) => word[0]?.toUpperCase() + word.slice(1)).join('')}Template`;
}
