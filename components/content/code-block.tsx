import { highlight } from '@/lib/content/highlight';
import { CopyCode } from './copy-actions';

interface CodeBlockProps {
  /** Highlighted lines, from lib/content/highlight.ts. */
  html: string;
  language: string;
  /** A file name, if it helps. */
  title?: string;
}

/** Code on ink, with its file name or language and a way to copy it. */
export function CodeBlock({ html, language, title }: CodeBlockProps) {
  const name = title ?? `${language} code`;
  return (
    <figure className="code-block">
      <figcaption>
        <span>{title ?? language}</span>
        <CopyCode what={name} />
      </figcaption>
      <section data-scroll-box="">
        <pre>
          <code dangerouslySetInnerHTML={{ __html: html }} />
        </pre>
      </section>
    </figure>
  );
}

interface HighlightedCodeProps {
  code: string;
  /** A language of lib/content/highlight.ts. */
  lang: string;
  /** A file name, if it helps. */
  title?: string;
}

/** Code that doesn't come from MDX, highlighted when the site is built. */
export async function HighlightedCode({ code, lang, title }: HighlightedCodeProps) {
  return <CodeBlock html={await highlight(code, lang)} language={lang} title={title} />;
}
