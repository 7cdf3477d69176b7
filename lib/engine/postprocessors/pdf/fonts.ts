import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { fontFiles } from '@/lib/config/pdf-fonts';

export interface Fonts {
  files: Buffer[];
  /** Whether any of them has the character. */
  has(codePoint: number): boolean;
}

let loaded: Promise<Fonts> | undefined;

export function loadFonts(): Promise<Fonts> {
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
export function readCoverage(font: Buffer): [from: number, to: number][] {
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
