import GithubSlugger from 'github-slugger';
import type { Nodes } from 'mdast';
import { toString as textOf } from 'mdast-util-to-string';
import { SKIP, visit } from 'unist-util-visit';
import { plainTree } from './plain-tree';

/** A stretch of a page from one heading to the next; the first may have none. */
interface Section {
  /** The heading's anchor, as rehype-slug makes it; '' above the first heading. */
  id: string;
  heading: string;
  /** 2 or 3; 1 above the first heading. */
  depth: number;
  /** Its words outside tables, those of code and of components included. */
  text: string;
  /** The words of its tables. */
  tables: string;
}

/** The sections of a page in reading order, except for an opening without text. */
export function outline(source: string): Section[] {
  const slugger = new GithubSlugger();
  const sections: (Omit<Section, 'text' | 'tables'> & Record<'text' | 'tables', string[]>)[] = [
    { id: '', heading: '', depth: 1, text: [], tables: [] },
  ];
  visit(plainTree(source), (node) => {
    if (node.type === 'heading') {
      const heading = textOf(node);
      sections.push({ id: slugger.slug(heading), heading, depth: node.depth, text: [], tables: [] });
      return SKIP;
    }
    const text = blockText(node);
    if (text === undefined) return undefined;
    sections.at(-1)?.[node.type === 'table' ? 'tables' : 'text'].push(text);
    return SKIP;
  });
  return sections
    .map(({ text, tables, ...section }) => ({ ...section, text: inOneLine(text), tables: inOneLine(tables) }))
    .filter(({ id, text, tables }) => id || text || tables);
}

const inOneLine = (texts: string[]) => texts.join(' ').replace(/\s+/g, ' ').trim();

/** The words of a block without others inside; undefined for any other node. Cells and rows of a table stay apart. */
function blockText(node: Nodes): string | undefined {
  if (node.type === 'table')
    return node.children.map(({ children }) => children.map((cell) => textOf(cell)).join(' · ')).join(' — ');
  return node.type === 'paragraph' || node.type === 'code' ? textOf(node) : undefined;
}

/** The headings of a page's table of contents. */
export function headingsOf(source: string): Pick<Section, 'id' | 'heading' | 'depth'>[] {
  return (
    outline(source)
      .filter(({ depth }) => depth === 2 || depth === 3)
      // Without their texts: what goes to the browser with a page is in the page already.
      .map(({ id, heading, depth }) => ({ id, heading, depth }))
  );
}
