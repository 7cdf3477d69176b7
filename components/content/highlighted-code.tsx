import { highlight } from '@/lib/content/highlight';
import { CodeBlock } from './code-block';

interface HighlightedCodeProps {
  code: string;
  /** A language of lib/content/highlight.ts. */
  lang: string;
  /** A file name, if it helps. */
  title?: string;
}

/** Code that does not come from MDX, highlighted when the site is built. */
export async function HighlightedCode({ code, lang, title }: HighlightedCodeProps) {
  return <CodeBlock html={await highlight(code, lang)} language={lang} title={title} />;
}
