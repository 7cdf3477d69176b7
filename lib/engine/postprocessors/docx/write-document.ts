import type { Blockquote, List, Root, RootContent, Table } from 'mdast';
import { PostprocessorProblem } from '@/lib/engine/postprocessors/define-postprocessor';
import { zipParts } from '@/lib/engine/postprocessors/zip-parts';
import {
  bulletList,
  contentTypes,
  coreProperties,
  footnotes,
  LIST_INDENT,
  listLevels,
  type NumberedList,
  numbering,
  packageRelationships,
  partRelationships,
  settings,
  styles,
} from './document-parts';
import { InlineWriter, visibleText } from './inline-writer';
import { declaration, isRightToLeft, wordNamespaces } from './word-xml';

/** Word's own. */
const MOST_COLUMNS = 63;
/** Levels that still move to the right: deeper ones would leave no room on the paper. */
const MOST_INDENTS = 12;
/** Twentieths of a point. */
const papers = { a4: { width: 11_906, height: 16_838 }, letter: { width: 12_240, height: 15_840 } };
const MARGIN = 1_440;

interface Layout {
  /** Above the text, and in the document's properties. */
  title: string | undefined;
  pageSize: keyof typeof papers;
}

/** The place of a block. */
interface Place {
  /** Levels of lists and quotes around it. */
  indents: number;
  /** Levels of lists around it. */
  lists: number;
  /** The style of its plain paragraphs. */
  style: string;
  /** The bullet, number or box before it. */
  marker?: Marker | undefined;
}

/** Word's own list, or a box, which is a text. */
type Marker = { numbers: string } | { box: string };

/**
 * A document (Office Open XML) with Word's own styles.
 * @throws PostprocessorProblem if a table has too many columns
 */
export function writeDocument(tree: Root, { title, pageSize }: Layout): Uint8Array {
  const inline = new InlineWriter(tree);
  const blocks = new BlockWriter(inline, papers[pageSize].width - 2 * MARGIN);
  const top: Place = { indents: 0, lists: 0, style: '' };
  // The parts that the text refers to are written after it: its links, lists and notes.
  const notes: string[] = [];
  return zipParts([
    ['[Content_Types].xml', [contentTypes]],
    ['_rels/.rels', [packageRelationships]],
    ['docProps/core.xml', [coreProperties(title)]],
    ['word/styles.xml', [styles]],
    ['word/settings.xml', [settings]],
    [
      'word/document.xml',
      (function* () {
        yield `${declaration}<w:document ${wordNamespaces}><w:body>`;
        if (title !== undefined)
          yield blocks.paragraph(inline.text(title), title, { ...top, style: 'Title' });
        yield* blocks.write(tree.children, top);
        yield `${section(pageSize)}</w:body></w:document>`;
      })(),
    ],
    [
      'word/footnotes.xml',
      (function* () {
        for (const note of inline.takeNotes()) notes.push([...blocks.writeNote(note.children)].join(''));
        yield footnotes(notes);
      })(),
    ],
    [
      'word/_rels/document.xml.rels',
      (function* () {
        yield partRelationships(['styles', 'settings', 'numbering', 'footnotes'], inline.links);
      })(),
    ],
    [
      'word/_rels/footnotes.xml.rels',
      (function* () {
        yield partRelationships([], inline.links);
      })(),
    ],
    [
      'word/numbering.xml',
      (function* () {
        yield numbering(blocks.numberedLists);
      })(),
    ],
  ]);
}

function section(pageSize: keyof typeof papers): string {
  const { width, height } = papers[pageSize];
  const sides = ['top', 'right', 'bottom', 'left'].map((side) => `w:${side}="${MARGIN}"`).join(' ');
  return `<w:sectPr><w:pgSz w:w="${width}" w:h="${height}"/><w:pgMar ${sides} w:header="708" w:footer="708" w:gutter="0"/></w:sectPr>`;
}

class BlockWriter {
  /** As they first come. */
  readonly numberedLists: NumberedList[] = [];
  readonly #inline: InlineWriter;
  readonly #width: number;

  /** @param width of the text, in twentieths of a point */
  constructor(inline: InlineWriter, width: number) {
    this.#inline = inline;
    this.#width = width;
  }

  *write(nodes: readonly RootContent[], place: Place): Generator<string> {
    let { marker } = place;
    for (const node of nodes) {
      const here = { ...place, marker };
      const takesMarker = ['paragraph', 'heading', 'code'].includes(node.type);
      if (marker && !takesMarker) yield this.paragraph('', '', here);
      yield* this.#block(node, takesMarker ? here : { ...place, marker: undefined });
      marker = undefined;
    }
    if (marker) yield this.paragraph('', '', { ...place, marker });
  }

  /** A note at the foot of a page begins with its number, and ends with a paragraph. */
  *writeNote(nodes: readonly RootContent[]): Generator<string> {
    const place: Place = { indents: 0, lists: 0, style: 'FootnoteText' };
    const number = '<w:r><w:rPr><w:rStyle w:val="FootnoteReference"/></w:rPr><w:footnoteRef/></w:r>';
    const [first, ...rest] = nodes;
    const opens = first?.type === 'paragraph' ? first.children : [];
    const runs = `${number}${this.#inline.text(' ')}${this.#inline.write(opens)}`;
    yield this.paragraph(runs, visibleText(opens), place);
    yield* this.write(opens.length > 0 ? rest : nodes, place);
  }

  *#block(node: RootContent, place: Place): Generator<string> {
    switch (node.type) {
      case 'paragraph':
      case 'heading': {
        const runs = this.#inline.write(node.children);
        const style = node.type === 'heading' ? `Heading${node.depth}` : place.style;
        // Nothing is left of a paragraph of images.
        if (runs !== '' || place.marker)
          yield this.paragraph(runs, visibleText(node.children), { ...place, style });
        break;
      }
      case 'code':
        // Code runs from left to right, whatever it begins with.
        yield this.paragraph(this.#inline.lines(node.value), '', { ...place, style: 'HTMLPreformatted' });
        break;
      case 'blockquote':
        yield* this.#quote(node, place);
        break;
      case 'list':
        yield* this.#list(node, place);
        break;
      case 'table':
        yield* this.#table(node, place);
        break;
      case 'thematicBreak':
        yield '<w:p><w:pPr><w:pBdr><w:bottom w:val="single" w:sz="6" w:space="1" w:color="A6A6A6"/></w:pBdr></w:pPr></w:p>';
        break;
    }
  }

  #quote({ children }: Blockquote, place: Place): Generator<string> {
    return this.write(children, { ...place, indents: place.indents + 1, style: 'Quote' });
  }

  *#list({ ordered, start, children }: List, place: Place): Generator<string> {
    const level = Math.min(place.lists, listLevels - 1);
    let number = bulletList;
    if (ordered) {
      this.numberedLists.push({ level, start: start ?? 1 });
      number += this.numberedLists.length;
    }
    const numbers = `<w:numPr><w:ilvl w:val="${level}"/><w:numId w:val="${number}"/></w:numPr>`;
    for (const item of children) {
      const isTask = typeof item.checked === 'boolean';
      yield* this.write(item.children, {
        indents: place.indents + 1,
        lists: place.lists + 1,
        style: 'ListParagraph',
        marker: isTask ? { box: item.checked ? '☑' : '☐' } : { numbers },
      });
    }
  }

  *#table({ align, children: rows }: Table, { indents }: Place): Generator<string> {
    const columns = rows[0]?.children.length ?? 0;
    if (columns > MOST_COLUMNS)
      throw new PostprocessorProblem(`a table of Word has at most ${MOST_COLUMNS} columns.`);
    const indent = Math.min(indents, MOST_INDENTS) * LIST_INDENT;
    const isMirrored = isRightToLeft(visibleText(rows[0]?.children ?? []));
    const width = Math.floor((this.#width - indent) / columns);
    yield `<w:tbl><w:tblPr><w:tblStyle w:val="TableGrid"/>${isMirrored ? '<w:bidiVisual/>' : ''}<w:tblW w:w="0" w:type="auto"/>` +
      `${indent > 0 ? `<w:tblInd w:w="${indent}" w:type="dxa"/>` : ''}</w:tblPr><w:tblGrid>${`<w:gridCol w:w="${width}"/>`.repeat(columns)}</w:tblGrid>`;
    for (const [index, row] of rows.entries()) {
      const isHeader = index === 0;
      const cells = row.children.slice(0, columns);
      const missing = columns - cells.length;
      const properties = `${missing > 0 ? `<w:gridAfter w:val="${missing}"/>` : ''}${isHeader ? '<w:tblHeader/>' : ''}`;
      yield `<w:tr>${properties && `<w:trPr>${properties}</w:trPr>`}`;
      for (const [column, { children }] of cells.entries()) {
        const runs = this.#inline.write(children, { isBold: isHeader });
        const isBidi = isRightToLeft(visibleText(children));
        yield `<w:tc><w:tcPr><w:tcW w:w="${width}" w:type="dxa"/></w:tcPr><w:p><w:pPr>${isBidi ? '<w:bidi/>' : ''}${alignment(align?.[column], isBidi)}</w:pPr>${runs}</w:p></w:tc>`;
      }
      yield '</w:tr>';
    }
    // Word would join two tables that touch.
    yield '</w:tbl><w:p><w:pPr><w:spacing w:after="0"/></w:pPr></w:p>';
  }

  /** @param text its readable text, for its direction */
  paragraph(runs: string, text: string, { style, indents, marker }: Place): string {
    const left = Math.min(indents, MOST_INDENTS) * LIST_INDENT;
    const properties = [
      style && `<w:pStyle w:val="${style}"/>`,
      marker && 'numbers' in marker ? marker.numbers : '',
      isRightToLeft(text) ? '<w:bidi/>' : '',
      left > 0 ? `<w:ind w:left="${left}"${marker ? ` w:hanging="${LIST_INDENT}"` : ''}/>` : '',
    ].join('');
    const box = marker && 'box' in marker ? this.#inline.text(`${marker.box}\t`) : '';
    return `<w:p>${properties && `<w:pPr>${properties}</w:pPr>`}${box}${runs}</w:p>`;
  }
}

/** In a paragraph from right to left, Word takes left for the side where lines begin. */
function alignment(align: 'left' | 'right' | 'center' | null | undefined, isBidi: boolean): string {
  if (!align) return '';
  const side = align === 'center' || !isBidi ? align : align === 'left' ? 'right' : 'left';
  return `<w:jc w:val="${side}"/>`;
}
