import { CopyCode } from './copy-code';

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
