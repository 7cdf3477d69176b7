import type { FootnoteDefinition, Nodes, PhrasingContent, Root } from 'mdast';
import { splitByDirection, xmlText } from './word-xml';

/** Characters of an address: Word refuses a document with a longer one. */
const LONGEST_ADDRESS = 2_000;

interface Format {
  isBold?: boolean;
  isItalic?: boolean;
  isStruck?: boolean;
  /** Of characters. */
  style?: 'HTMLCode' | 'Hyperlink' | 'FootnoteReference';
}

/** Writes the text of paragraphs as Word's runs, and gathers their links and notes. */
export class InlineWriter {
  /** The ids of relationships, by address. */
  readonly links = new Map<string, string>();
  readonly #notes = new Map<string, FootnoteDefinition>();
  /** The numbers of the notes that the text refers to, in its order. */
  readonly #numbers = new Map<string, number>();
  #isInNotes = false;

  constructor(tree: Root) {
    this.#gather(tree);
  }

  /** The notes that the text referred to, in the order of their numbers. Notes can't have notes. */
  takeNotes(): FootnoteDefinition[] {
    this.#isInNotes = true;
    return [...this.#numbers.keys()].flatMap((name) => this.#notes.get(name) ?? []);
  }

  write(nodes: readonly PhrasingContent[], format: Format = {}): string {
    return nodes.map((node) => this.#run(node, format)).join('');
  }

  text(value: string, format: Format = {}): string {
    return splitByDirection(value)
      .map((part, index) => run(part, format, index % 2 === 1))
      .join('');
  }

  /** A text of several lines in one paragraph. */
  lines(value: string): string {
    const style = 'HTMLCode';
    return value
      .split(/\r\n|\r|\n/)
      .map((line) => this.text(line, { style }))
      .join(lineBreak);
  }

  #run(node: PhrasingContent, format: Format): string {
    switch (node.type) {
      case 'text':
        return this.text(node.value.replace(/[\r\n]+/g, ' '), format);
      case 'inlineCode':
        return this.text(node.value, { ...format, style: 'HTMLCode' });
      case 'strong':
        return this.write(node.children, { ...format, isBold: true });
      case 'emphasis':
        return this.write(node.children, { ...format, isItalic: true });
      case 'delete':
        return this.write(node.children, { ...format, isStruck: true });
      case 'break':
        return lineBreak;
      case 'html':
        return HTML_BREAK.test(node.value) ? lineBreak : '';
      case 'link':
        return this.#link(node.url, node.children, format);
      case 'footnoteReference':
        return this.#noteReference(node.identifier, format);
      default:
        return '';
    }
  }

  #link(url: string, children: readonly PhrasingContent[], format: Format): string {
    const address = safeAddress(url);
    const runs = this.write(children, address ? { style: 'Hyperlink', ...format } : format);
    if (!address || runs === '') return runs;
    const id = this.links.get(address) ?? `link${this.links.size + 1}`;
    this.links.set(address, id);
    return `<w:hyperlink r:id="${id}">${runs}</w:hyperlink>`;
  }

  #noteReference(name: string, format: Format): string {
    const known = this.#numbers.get(name);
    const style = 'FootnoteReference';
    // Word has one place for each note: other places show its number.
    if (known !== undefined) return this.text(String(known), { ...format, style });
    if (this.#isInNotes || !this.#notes.has(name)) return '';
    const number = this.#numbers.size + 1;
    this.#numbers.set(name, number);
    return `<w:r><w:rPr><w:rStyle w:val="${style}"/></w:rPr><w:footnoteReference w:id="${number}"/></w:r>`;
  }

  /** Of several definitions of a name, the first counts. */
  #gather(node: Nodes): void {
    if (node.type === 'footnoteDefinition' && !this.#notes.has(node.identifier))
      this.#notes.set(node.identifier, node);
    if ('children' in node) for (const child of node.children) this.#gather(child);
  }
}

/** The readable text of nodes. */
export function visibleText(nodes: readonly Nodes[]): string {
  return nodes
    .map((node) => {
      if (node.type === 'text' || node.type === 'inlineCode') return node.value;
      return 'children' in node ? visibleText(node.children) : '';
    })
    .join('');
}

const lineBreak = '<w:r><w:br/></w:r>';
/** Tables have no other way to write one. */
const HTML_BREAK = /^<br\s*\/?>$/i;

function run(text: string, { isBold, isItalic, isStruck, style }: Format, isRightToLeft: boolean): string {
  if (text === '') return '';
  const properties = [
    style ? `<w:rStyle w:val="${style}"/>` : '',
    isBold ? '<w:b/><w:bCs/>' : '',
    isItalic ? '<w:i/><w:iCs/>' : '',
    isStruck ? '<w:strike/>' : '',
    isRightToLeft ? '<w:rtl/>' : '',
  ].join('');
  const content = text
    .split('\t')
    .map((part) => (part === '' ? '' : `<w:t xml:space="preserve">${xmlText(part)}</w:t>`))
    .join('<w:tab/>');
  return `<w:r>${properties && `<w:rPr>${properties}</w:rPr>`}${content}</w:r>`;
}

/** An address that Word opens; null for others. It takes a document for damaged if one isn't a URI. */
function safeAddress(url: string): string | null {
  if (!/^(?:https?:\/\/|mailto:)/i.test(url) || !URL.canParse(url)) return null;
  const uri = new URL(url).href
    .replace(/[^\w\-.~:/?#[\]@!$&'()*+,;=%]/gu, (character) => encodeURIComponent(character))
    .replace(/%(?![\da-f]{2})/gi, '%25');
  return uri.length > LONGEST_ADDRESS ? null : uri;
}
