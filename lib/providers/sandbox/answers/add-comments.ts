import type { Declaration } from '@/lib/providers/sandbox/answers/find-declarations';

/** Adds a comment above each declaration that has none, and changes nothing else. */
export function addComments(code: string, declarations: readonly Declaration[]): string {
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

/** How a comment of one line begins, by what the code looks like. */
function commentMark(code: string): string {
  if (/^\s{0,40}(?:async )?(?:def|class) \w{1,80}[^\n]{0,200}:\s{0,9}$/m.test(code) || code.startsWith('#!'))
    return '#';
  return /^\s{0,40}create (?:table|view|function)\b/im.test(code) ? '--' : '//';
}
