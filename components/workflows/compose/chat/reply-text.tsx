'use client';
import type { Token, Tokens } from 'marked';
import { memo, type ReactNode, startTransition, useEffect, useRef, useState } from 'react';
import { CopyButton } from '@/components/ui/copy-button';
import { useScrolls } from '@/components/workflows/job-output';
import { readReply } from './read-reply';

/** Blocks that are added to the page at once. */
const STEP = 100;

/** Levels of lists, quotes, and emphasis that are drawn. */
const LEVELS = 40;

/** A reply, as the Markdown that models write: first as it was written, then with its looks once it has been read. */
export function ReplyText({ text }: { text: string }) {
  const [blocks, setBlocks] = useState<readonly Token[] | null>(null);
  const [shown, setShown] = useState(STEP);
  useEffect(() => {
    const leaving = new AbortController();
    readReply(text, leaving.signal).then(
      (found) => startTransition(() => setBlocks(found)),
      // It stays as it was written.
      () => {},
    );
    return () => leaving.abort();
  }, [text]);
  const isPart = blocks !== null && shown < blocks.length;
  useEffect(() => {
    if (!isPart) return;
    const timer = setTimeout(() => startTransition(() => setShown(shown + STEP)));
    return () => clearTimeout(timer);
  }, [isPart, shown]);
  if (!blocks) return <p className="whitespace-pre-wrap text-[15px]">{text}</p>;
  return <ReplyBlocks blocks={blocks.slice(0, shown)} />;
}

/** Blocks of Markdown. HTML is shown as text, images as links, and addresses of other kinds than the web's and mail's as text. */
export function ReplyBlocks({ blocks }: { blocks: readonly Token[] }) {
  return (
    <div className="grid min-w-0 gap-3 text-[15px] leading-[1.6]">
      {blocks.map((block, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: blocks are only added at the end
        <Block block={block} depth={0} key={index} />
      ))}
    </div>
  );
}

const headingLooks = ['text-[19px]', 'text-[17.5px]', 'text-[16px]'];

interface BlockProps {
  block: Token;
  depth: number;
}

/** A component for each, so that React can pause between them. */
const Block = memo(function Block({ block, depth }: BlockProps) {
  const generic = block as Tokens.Generic;
  if (depth > LEVELS) return <Written>{block.raw}</Written>;
  switch (block.type) {
    case 'space':
    case 'def':
      return null;
    case 'heading':
      return (
        // The name of the model, above, is a level higher.
        <h4 className={`mt-1 font-semibold ${headingLooks[generic.depth - 1] ?? 'text-[15px]'}`}>
          <Words depth={depth} tokens={generic.tokens} />
        </h4>
      );
    case 'paragraph':
      return (
        <p>
          <Words depth={depth} tokens={generic.tokens} />
        </p>
      );
    case 'text':
      return generic.tokens ? (
        <div>
          <Words depth={depth} tokens={generic.tokens} />
        </div>
      ) : (
        <Written>{generic.text}</Written>
      );
    case 'code':
      return <Code language={languageOf(generic.lang)} text={generic.text} />;
    case 'blockquote':
      return (
        <blockquote className="grid gap-3 border-rule border-l-2 pl-3.5 text-muted">
          <Blocks blocks={generic.tokens} depth={depth} />
        </blockquote>
      );
    case 'list':
      return <List depth={depth} list={block as Tokens.List} />;
    case 'table':
      return <Table depth={depth} table={block as Tokens.Table} />;
    case 'hr':
      return <hr className="border-rule" />;
    default:
      return <Written>{block.raw.trimEnd()}</Written>;
  }
});

/** The first word after the fence, which Markdown has for the language; empty if there is none. */
const languageOf = (info: string | undefined): string => info?.trim().split(/\s/)[0]?.slice(0, 30) ?? '';

function Code({ text, language }: { text: string; language: string }) {
  return (
    <figure className="min-w-0 rounded-control bg-paper-2 print:border print:border-rule">
      <figcaption className="flex items-center justify-between gap-3 pt-1 pr-1 pl-3.5 text-[13px] text-muted">
        <span className="wrap-anywhere min-w-0">{language || 'Code'}</span>
        <span className="flex-none print:hidden">
          <CopyButton value={text} what={language ? `${language} code` : 'code'} />
        </span>
      </figcaption>
      <ScrollBox className="px-3.5 pt-1 pb-2.5">
        <pre className="font-mono text-[13px] leading-relaxed print:whitespace-pre-wrap">
          <code>{text}</code>
        </pre>
      </ScrollBox>
    </figure>
  );
}

const Written = ({ children }: { children: string }) => <p className="whitespace-pre-wrap">{children}</p>;

const Blocks = ({ blocks = [], depth }: { blocks: Token[] | undefined; depth: number }): ReactNode =>
  blocks.map((block, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: they don't change
    <Block block={block} depth={depth + 1} key={index} />
  ));

function List({ list: { ordered, start, items, loose }, depth }: { list: Tokens.List; depth: number }) {
  const look = `${loose ? 'gap-2' : 'gap-1'} grid pl-6`;
  const children = items.map(({ tokens }, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: they don't change
    <li className="min-w-0 pl-0.5" key={index}>
      <div className="grid min-w-0 gap-2">
        <ItemParts depth={depth} tokens={tokens} />
      </div>
    </li>
  ));
  return ordered ? (
    <ol className={`${look} list-decimal`} start={Number(start)}>
      {children}
    </ol>
  ) : (
    <ul className={`${look} list-disc`}>{children}</ul>
  );
}

/** The mark of a task is on the line of its text. */
const ItemParts = memo(function ItemParts({ tokens, depth }: { tokens: Token[]; depth: number }) {
  const [mark, ...rest] = tokens;
  if (mark?.type !== 'checkbox') return <Blocks blocks={tokens} depth={depth} />;
  return (
    <div className="flex min-w-0 gap-2">
      <span aria-label={(mark as Tokens.Checkbox).checked ? 'Done' : 'Not done'} role="img">
        {(mark as Tokens.Checkbox).checked ? '☑' : '☐'}
      </span>
      <div className="grid min-w-0 gap-2">
        <Blocks blocks={rest} depth={depth} />
      </div>
    </div>
  );
});

const aligned = { left: 'text-left', right: 'text-right', center: 'text-center' };

function Table({ table: { header, rows }, depth }: { table: Tokens.Table; depth: number }) {
  return (
    <ScrollBox>
      <table className="w-max max-w-none border-collapse text-[14px] [&_:is(td,th)]:max-w-[320px] [&_:is(td,th)]:border [&_:is(td,th)]:border-rule [&_:is(td,th)]:px-2.5 [&_:is(td,th)]:py-1.5">
        <thead>
          <Row cells={header} depth={depth} isHead />
        </thead>
        <tbody>
          {rows.map((cells, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: they don't change
            <Row cells={cells} depth={depth} key={index} />
          ))}
        </tbody>
      </table>
    </ScrollBox>
  );
}

interface RowProps {
  cells: Tokens.TableCell[];
  depth: number;
  isHead?: boolean;
}

const Row = memo(function Row({ cells, depth, isHead = false }: RowProps) {
  const Cell = isHead ? 'th' : 'td';
  return (
    <tr>
      {cells.map(({ tokens, align }, index) => (
        <Cell
          className={`align-top ${aligned[align ?? 'left']}`}
          // biome-ignore lint/suspicious/noArrayIndexKey: they don't change
          key={index}
          scope={isHead ? 'col' : undefined}
        >
          <Words depth={depth} tokens={tokens} />
        </Cell>
      ))}
    </tr>
  );
});

/** A box in which wide content scrolls. */
function ScrollBox({ className = '', children }: { className?: string; children: ReactNode }) {
  const box = useRef<HTMLDivElement>(null);
  const scrolls = useScrolls(box);
  return (
    <div className={`min-w-0 overflow-x-auto ${className}`} ref={box} tabIndex={scrolls ? 0 : undefined}>
      {children}
    </div>
  );
}

interface WordsProps {
  tokens: Token[] | undefined;
  depth: number;
  /** Whether they are in a link, which can't have another one within it. */
  isLinked?: boolean;
}

const Words = ({ tokens = [], depth, isLinked = false }: WordsProps): ReactNode =>
  tokens.map((token, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: they don't change
    <Word depth={depth + 1} isLinked={isLinked} key={index} token={token} />
  ));

interface WordProps {
  token: Token;
  depth: number;
  isLinked: boolean;
}

function Word({ token, depth, isLinked }: WordProps): ReactNode {
  const { text, tokens, href } = token as Tokens.Generic;
  if (depth > LEVELS) return token.raw;
  const children = <Words depth={depth} isLinked={isLinked || token.type === 'link'} tokens={tokens} />;
  switch (token.type) {
    case 'text':
      return tokens ? children : decoded(text);
    case 'escape':
      return text;
    case 'strong':
      return <strong className="font-semibold">{children}</strong>;
    case 'em':
      return <em>{children}</em>;
    case 'del':
      return <del>{children}</del>;
    case 'codespan':
      return <code className="rounded-[4px] bg-paper-2 px-1 font-mono text-[0.9em]">{text}</code>;
    case 'br':
      return <br />;
    case 'link':
      return isLinked ? children : <OuterLink address={decoded(href)}>{children}</OuterLink>;
    case 'image': {
      const words = decoded(text) || 'Image';
      // Its server would learn who reads the reply.
      return isLinked ? words : <OuterLink address={decoded(href)}>{words}</OuterLink>;
    }
    default:
      return token.raw;
  }
}

const outerProtocols = new Set(['http:', 'https:', 'mailto:']);

/** A link out of the site; only its text if it isn't one. */
function OuterLink({ address, children }: { address: string; children: ReactNode }) {
  if (!URL.canParse(address) || !outerProtocols.has(new URL(address).protocol)) return children;
  return (
    <a
      className="text-signal-ink underline underline-offset-3"
      href={address}
      rel="noopener noreferrer nofollow"
      target="_blank"
      title={address}
    >
      {children}
    </a>
  );
}

const named: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: '\u00a0' };

/** The usual character references, which marked leaves for HTML. */
const decoded = (text: string): string =>
  text.replace(
    /&(?:#(\d{1,6})|#[xX]([\da-fA-F]{1,5})|(amp|lt|gt|quot|apos|nbsp));/g,
    (_, decimal, hex, name) =>
      name ? (named[name] ?? '') : String.fromCodePoint(decimal ? Number(decimal) : Number.parseInt(hex, 16)),
  );
