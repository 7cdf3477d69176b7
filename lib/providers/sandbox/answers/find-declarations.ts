/** Something that code declares. */
export interface Declaration {
  name: string;
  /** Where its line is, from 0. */
  index: number;
  /** The line that declares it, without a brace at its end. */
  line: string;
  /** The comment in the line above; empty if there is none. */
  comment: string;
}

const DECLARATION =
  /^\s{0,40}(?:export |default |public |private |protected |static |async |pub ){0,5}(?:function|class|interface|type|enum|def|fn|func|struct|trait|const|create table)\s{1,4}(?:if not exists )?([\p{L}_$][\p{L}\p{N}_$]{0,80})/iu;
const COMMENT = /^\s{0,40}(?:\/\/+|#|--|\/\*\*?|\*)\s{0,9}(.{0,300}?)\s{0,9}(?:\*\/)?$/;
const LONGEST_LINE = 400;
const MOST = 100;

/** The functions, classes, types and tables that code declares, in order; empty for prose. */
export function findDeclarations(text: string): Declaration[] {
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
