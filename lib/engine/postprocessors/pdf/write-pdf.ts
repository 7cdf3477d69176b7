import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { NodeCompiler, type NodeError } from '@myriaddreamin/typst-ts-node-compiler';
import type { Root } from 'mdast';
import { codeFonts, fontFiles, textFonts } from '@/lib/config/pdf-fonts';
import { PostprocessorProblem } from '@/lib/engine/postprocessors/define-postprocessor';
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

interface Fonts {
  files: Buffer[];
  /** Whether any of them has the character. */
  has(codePoint: number): boolean;
}

let loaded: Promise<Fonts> | undefined;

function loadFonts(): Promise<Fonts> {
  loaded ??= load();
  return loaded;
}

async function load(): Promise<Fonts> {
  const { resolve } = createRequire(import.meta.url);
  const files = await Promise.all(fontFiles.map((file) => readFile(resolve(file))));
  const covered = new Uint8Array(0x110000);
  for (const file of files) for (const [from, to] of readCoverage(file)) covered.fill(1, from, to + 1);
  return { files, has: (codePoint) => covered[codePoint] === 1 };
}

/**
 * The ranges of characters that a font has, each with its first and its last. They are in the table `cmap` of OpenType
 * (https://learn.microsoft.com/typography/opentype/spec/cmap), in the format 12 or else 4: others hold no Unicode.
 */
function readCoverage(font: Buffer): [from: number, to: number][] {
  let cmap = 0;
  for (let table = 0; table < font.readUInt16BE(4); table += 1)
    if (font.toString('latin1', 12 + table * 16, 16 + table * 16) === 'cmap')
      cmap = font.readUInt32BE(12 + table * 16 + 8);
  const offsets = Array.from(
    { length: font.readUInt16BE(cmap + 2) },
    (_, index) => cmap + font.readUInt32BE(cmap + 4 + index * 8 + 4),
  );
  const full = offsets.find((offset) => font.readUInt16BE(offset) === 12);
  if (full !== undefined)
    return Array.from({ length: font.readUInt32BE(full + 12) }, (_, index) => {
      const group = full + 16 + index * 12;
      return [font.readUInt32BE(group), font.readUInt32BE(group + 4)];
    });
  const basic = offsets.find((offset) => font.readUInt16BE(offset) === 4);
  if (basic === undefined) throw new Error('The font has no table of characters that can be read.');
  const bytes = font.readUInt16BE(basic + 6);
  return Array.from({ length: bytes / 2 }, (_, index): [number, number] => [
    font.readUInt16BE(basic + 16 + bytes + index * 2),
    font.readUInt16BE(basic + 14 + index * 2),
  ]).filter(([, to]) => to !== 0xffff);
}
