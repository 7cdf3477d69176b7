import { z } from 'zod';
import { addComments } from '@/lib/providers/sandbox/answers/add-comments';
import { findDeclarations } from '@/lib/providers/sandbox/answers/find-declarations';
import { type Algorithm, SANDBOX_NOTICE } from '@/lib/providers/sandbox/sandbox-work';
import { endAtCharacter } from '@/lib/providers/sandbox/text/end-at-character';
import { limitWords } from '@/lib/providers/sandbox/text/limit-words';
import { plainSentence } from '@/lib/providers/sandbox/text/plain-sentence';
import { scoreSentences } from '@/lib/providers/sandbox/text/score-sentences';
import { splitSentences } from '@/lib/providers/sandbox/text/split-sentences';

const Options = z.object({
  kind: z.enum(['reference', 'guide', 'readme', 'docstrings']),
  audience: z.string().nullish(),
  include_examples: z.boolean(),
});

const LONGEST_EXAMPLE = 800;
const SENTENCE_WORDS = 50;
const LONGEST_TITLE = 80;

/** Builds a document from the declarations of code, or from the sentences of prose that say most. */
export const writeDocumentation: Algorithm = ({ options, text, thorough }) => {
  const { kind, audience, include_examples } = Options.parse(options);
  const declarations = findDeclarations(text);
  if (kind === 'docstrings') return addComments(text, declarations);
  const [first] = declarations;
  const title = first?.name ?? titleOf(text);
  const intro = `# ${title}\n\n${SANDBOX_NOTICE}${audience ? ` For ${plainSentence(audience)}.` : ''}`;

  const most = thorough ? 12 : 5;
  const points =
    declarations.length > 0 ? declarations.map(({ line }) => `\`${line}\``) : bestSentences(text, most);
  const parts = declarations.map(({ name, line, comment }) =>
    [`## ${name}`, ...(comment ? [comment] : []), fenced(line)].join('\n\n'),
  );
  const sections = {
    reference: parts.length > 0 ? parts : ['## Overview', bulleted(points)],
    guide: ['## Steps', points.map((point, index) => `${index + 1}. ${point}`).join('\n')],
    readme: [
      '## What it is',
      points[0] ?? title,
      '## Start',
      'Not said in the input.',
      '## Use',
      bulleted(points),
    ],
  };
  const example = include_examples
    ? ['## Example', fenced(text.slice(0, endAtCharacter(text, LONGEST_EXAMPLE)))]
    : [];
  return `${[intro, ...sections[kind], ...example].join('\n\n')}\n`;
};

function titleOf(text: string): string {
  const line = text.trimStart().split('\n', 1)[0] ?? '';
  const title = plainSentence(
    splitSentences(line.slice(0, endAtCharacter(line, LONGEST_TITLE)))[0] ?? '',
  ).replace(/[.。:]$/, '');
  return title || 'Document';
}

function bestSentences(text: string, most: number): string[] {
  const sentences = splitSentences(text);
  const scores = scoreSentences(sentences, '');
  const byScore = sentences
    .map((_, index) => index)
    .sort((one, other) => (scores[other] ?? 0) - (scores[one] ?? 0));
  const chosen = new Set(byScore.slice(0, most));
  return sentences
    .filter((_, index) => chosen.has(index))
    .map((sentence) => limitWords(plainSentence(sentence), SENTENCE_WORDS))
    .filter((sentence) => sentence !== '');
}

const bulleted = (points: readonly string[]) => points.map((point) => `- ${point}`).join('\n');

/** A block of code whose fence is longer than any in it. */
function fenced(code: string): string {
  const longest = (code.match(/`{3,}/g) ?? []).reduce((length, run) => Math.max(length, run.length), 2);
  const fence = '`'.repeat(longest + 1);
  return `${fence}\n${code.trimEnd()}\n${fence}`;
}
