import { NodeCompiler, type NodeError } from '@myriaddreamin/typst-ts-node-compiler';
import type { Root } from 'mdast';
import { codeFonts, textFonts } from '@/lib/config/pdf-fonts';
import { PostprocessorProblem } from '@/lib/engine/postprocessors/define-postprocessor';
import { type Fonts, loadFonts } from './fonts';
import { layOut, layOutTitle, textSize } from './layout';
import { pageTemplate } from './page-template';

export interface PageOptions {
  title: string | null;
  paper: 'a4' | 'letter';
  /** Millimetres. */
  margin: number;
}

/** Millimetres. */
const paperWidths = { a4: 210, letter: 215.9 };
const pointsPerMillimetre = 72 / 25.4;

let compiler: NodeCompiler | undefined;

/**
 * A document as a PDF. It has no date, so that the same document gives the same bytes.
 * @throws PostprocessorProblem if the fonts lack a character
 */
export async function writePdf(tree: Root, { title, paper, margin }: PageOptions): Promise<Uint8Array> {
  const fonts = await loadFonts();
  const width = (paperWidths[paper] - 2 * margin) * pointsPerMillimetre;
  const document = JSON.stringify({
    ...{ title: title === null ? null : layOutTitle(title, width), paper, margin },
    ...{ fonts: textFonts, codeFonts, size: textSize, blocks: layOut(tree, width) },
  });
  requireCharacters(document, fonts.has);
  // The folder isn't there: the template reads only the document.
  compiler ??= NodeCompiler.create({ workspace: '/nowhere', fontArgs: [{ fontBlobs: fonts.files }] });
  try {
    compiler.mapShadow('/nowhere/document.json', Buffer.from(document));
    const compiled = compiler.compile({ mainFileContent: pageTemplate });
    if (!compiled.result)
      throw new Error(`The document can't be laid out: ${reasonOf(compiled.takeDiagnostics())}`);
    return compiler.pdf(compiled.result);
  } finally {
    compiler.resetShadow();
    compiler.evictCache(0);
  }
}

function reasonOf(error: NodeError | null): string {
  return (
    error?.shortDiagnostics.map(({ message }: { message: string }) => message).join(' ') ??
    'no reason is given.'
  );
}

/** @param document as JSON, in which all characters but some of ASCII stand for themselves */
function requireCharacters(document: string, has: Fonts['has']): void {
  for (const character of document) {
    const codePoint = character.codePointAt(0) ?? 0;
    if (codePoint < 0x7f || has(codePoint) || /\p{Default_Ignorable_Code_Point}/u.test(character)) continue;
    const name = codePoint.toString(16).toUpperCase().padStart(4, '0');
    throw new PostprocessorProblem(`the fonts lack the character U+${name} (${character}).`);
  }
}
