/** A piece of a line in one style. A plain text is one without style. */
export type Run = string | StyledRun | { break: true };

interface StyledRun extends Style {
  text: string;
}

export interface Style {
  bold?: true;
  italic?: true;
  strike?: true;
  code?: true;
  emoji?: true;
  raised?: true;
  url?: string;
}

export const isText = (run: Run): run is StyledRun => typeof run === 'object' && 'text' in run;

/**
 * Whether a text is read from right to left, by its first letter, as Unicode's bidirectional algorithm decides it;
 * undefined without a letter.
 */
export function directionOf(text: string): boolean | undefined {
  const [letter] = text.match(/\p{L}/u) ?? [];
  return letter === undefined ? undefined : /[\p{Script=Arabic}\p{Script=Hebrew}]/u.test(letter);
}

/** Characters at which a line may break anyway. */
const breakable = /[\s\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u;
/** Characters that belong to the one before them. */
const joined = /[\p{M}\p{Emoji_Modifier}\u200d]/u;
const wide = /[\p{Lu}mw@%—…\p{Emoji_Presentation}]/u;

/** Where a line may break without a hyphen; it has no width. */
const softBreak = '\u200b';

/**
 * Runs with a place to break in each word that is longer than a line.
 * @param most the width of a line, in sizes of its text
 */
export function breakWords(runs: readonly Run[], most: number): Run[] {
  let width = 0;
  let last = '';
  return runs.map((run) => {
    if (!isText(run)) {
      width = 0;
      return run;
    }
    let text = '';
    for (const character of run.text) {
      if (breakable.test(character)) width = 0;
      else if (!joined.test(character)) {
        const own = wide.test(character) ? 1.2 : 0.68;
        if (width > 0 && width + own > most && last !== '\u200d') {
          text += softBreak;
          width = 0;
        }
        width += own;
      }
      text += character;
      last = character;
    }
    return { ...run, text };
  });
}

/** A line of code in parts of at most so many columns, of which a character of Chinese, say, takes two. */
export function divideLine(line: string, most: number): string[] {
  const parts: string[] = [];
  let part = '';
  let columns = 0;
  for (const character of line) {
    const own = character === '\t' ? 2 : joined.test(character) ? 0 : isNarrow(character) ? 1 : 2;
    if (columns + own > most) {
      parts.push(part);
      part = '';
      columns = 0;
    }
    part += character;
    columns += own;
  }
  return [...parts, part];
}

/** Whether the font of code has the character: the letters of Europe, and the signs that frames are drawn with. */
const isNarrow = (character: string) =>
  character < '\u0590' || /[\u2010-\u203a\u2500-\u259f]/.test(character);
