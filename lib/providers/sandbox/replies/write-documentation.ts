import { z } from 'zod';
import { type Algorithm, SANDBOX_NOTICE } from '@/lib/providers/sandbox/sandbox-work';
import { scoreSentences } from '@/lib/providers/sandbox/text/content-words';
import { endAtCharacter, limitWords } from '@/lib/providers/sandbox/text/cut-text';
import { plainSentence, splitSentences } from '@/lib/providers/sandbox/text/sentences';

const Options = z.object({
  kind: z.enum(['reference', 'guide', 'readme', 'docstrings']),
  audience: z.string().nullish(),
  include_examples: z.boolean(),
});

const LONGEST_EXAMPLE = 800;
const SENTENCE_WORDS = 50;
const LONGEST_TITLE = 80;

/** Builds a document from the declarations of code, or from the most important sentences of prose. */
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

/** Adds a comment above each declaration that has none, and changes nothing else. */
function addComments(code: string, declarations: readonly Declaration[]): string {
  const bare = new Map(declarations.filter(({ comment }) => comment === '').map((one) => [one.index, one]));
  const mark = commentMark(code);
  const lines = code.split('\n').flatMap((line, index) => {
    const declaration = bare.get(index);
    if (!declaration) return [line];
    const indent = /^[ \t]{0,40}/.exec(line)?.[0] ?? '';
    return [`${indent}${mark} Sandbox output: documents ${declaration.name}.`, line];
  });
  return lines.join('\n');
}

/** How a comment of one line begins, by the look of the code. */
function commentMark(code: string): string {
  if (/^\s{0,40}(?:async )?(?:def|class) \w{1,80}[^\n]{0,200}:\s{0,9}$/m.test(code) || code.startsWith('#!'))
    return '#';
  return /^\s{0,40}create (?:table|view|function)\b/im.test(code) ? '--' : '//';
}

/** Something that code declares. */
interface Declaration {
  name: string;
  /** The index of its line, from 0. */
  index: number;
  /** The line that declares it, without a brace at its end. */
  line: string;
  /** The comment in the line above; empty without one. */
  comment: string;
}

const DECLARATION =
  /^\s{0,40}(?:export |default |public |private |protected |static |async |pub ){0,5}(?:function|class|interface|type|enum|def|fn|func|struct|trait|const|create table)\s{1,4}(?:if not exists )?([\p{L}_$][\p{L}\p{N}_$]{0,80})/iu;
const COMMENT = /^\s{0,40}(?:\/\/+|#|--|\/\*\*?|\*)\s{0,9}(.{0,300}?)\s{0,9}(?:\*\/)?$/;
const LONGEST_LINE = 400;
const MOST = 100;

/** The functions, classes, types and tables that code declares, in order; empty for prose. */
function findDeclarations(text: string): Declaration[] {
  const found: Declaration[] = [];
  let before = '';
  for (const [index, line] of text.split('\n').entries()) {
    const read = line.slice(0, LONGEST_LINE);
    const name = DECLARATION.exec(read)?.[1];
    if (name !== undefined && /[({=:]/.test(read)) {
      found.push({ name, index, line: read.trim().replace(/\s{0,9}\{$/, ''), comment: commentIn(before) });
      if (found.length === MOST) break;
    }
    before = read;
  }
  return found;
}

function commentIn(line: string): string {
  const text = COMMENT.exec(line)?.[1] ?? '';
  return /\p{L}/u.test(text) ? text : '';
}
