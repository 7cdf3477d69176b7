'use client';
import { type ReactNode, useEffect, useId, useRef } from 'react';
import { EmptyState, EmptyStateText, EmptyStateTitle } from '@/components/ui/empty-state';
import { BackLink, TextLink } from '@/components/ui/link';
import { Failure } from '@/components/ui/outcome';
import { StatCaption, StatCell, StatNumber, StatRow } from '@/components/ui/stat';
import { PageTitle, SectionTitle } from '@/components/ui/titles';
import { brand } from '@/lib/config/brand';
import type { Loaded } from '@/lib/graphql-client/use-loaded';

interface RecordPageProps<Item> {
  /** The list that the record is in. */
  list: { href: string; title: string };
  /** The kind of record, in lower case: `job` */
  kind: string;
  /** Null: there is no such record. */
  loaded: Loaded<Item | null>;
  nameOf: (item: Item) => string;
  /** The record's state, in a sentence that is announced when it changes. */
  stateOf: (item: Item) => string;
  actions?: ((item: Item) => ReactNode) | undefined;
  /** As high as the page will be. */
  skeleton: ReactNode;
  /** Why there is none: `There is no job at this address.` */
  missing: string;
  /** The record was deleted here, and what stays of it: `Its cost stays in the usage.` */
  deleted?: string | null;
  children: (item: Item) => ReactNode;
}

/** The page of one job or one bulk run, in any state (docs/product.md, "States of a screen"). */
export function RecordPage<Item>(props: RecordPageProps<Item>) {
  const { list, kind, loaded, nameOf, stateOf, actions, skeleton, missing, deleted = null, children } = props;
  const title = useRef<HTMLHeadingElement>(null);
  const item = loaded.status === 'ready' && deleted === null ? loaded.data : null;
  const name = item ? nameOf(item) : null;
  const Kind = `${kind.charAt(0).toUpperCase()}${kind.slice(1)}`;
  useEffect(() => {
    if (name) document.title = `${name} | ${brand.name}`;
  }, [name]);
  useEffect(() => {
    if (deleted !== null) title.current?.focus();
  }, [deleted]);
  return (
    <>
      <BackLink href={list.href}>{list.title}</BackLink>
      <PageTitle
        actions={item && actions?.(item)}
        note={loaded.status === 'loading' ? `Loading ${kind}...` : item ? stateOf(item) : ''}
        ref={title}
      >
        {item ? <bdi className="wrap-anywhere">{name}</bdi> : Kind}
      </PageTitle>
      {loaded.status === 'loading' && skeleton}
      {loaded.status === 'failed' && (
        <Failure
          message={`The ${kind} couldn't be loaded.`}
          onRetry={() => {
            // The button is about to go.
            title.current?.focus();
            loaded.retry();
          }}
          wait={loaded.wait}
        />
      )}
      {loaded.status === 'ready' && !item && (
        <EmptyState>
          <EmptyStateTitle>{deleted === null ? `${Kind} not found.` : `${Kind} deleted.`}</EmptyStateTitle>
          <EmptyStateText>
            {deleted ?? missing} <TextLink href={list.href}>{list.title}</TextLink> lists the others.
          </EmptyStateText>
        </EmptyState>
      )}
      {item && children(item)}
    </>
  );
}

/** The numbers of a record, each with its name. */
export function RecordNumbers({ numbers }: { numbers: readonly [name: string, value: ReactNode][] }) {
  return (
    <StatRow pairs>
      {numbers.map(([name, value]) => (
        <StatCell key={name}>
          <StatCaption>{name}</StatCaption>
          <StatNumber>{value}</StatNumber>
        </StatCell>
      ))}
    </StatRow>
  );
}

/** Short facts in one line, on a phone in lines of their own. */
export function RecordFacts({ children }: { children: ReactNode }) {
  return (
    <dl className="mt-4 grid gap-y-2.5 text-[14.5px] sm:flex sm:flex-wrap sm:gap-x-9 sm:gap-y-4">
      {children}
    </dl>
  );
}

export function RecordFact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="wrap-anywhere min-w-0 max-sm:grid max-sm:grid-cols-[84px_minmax(0,1fr)] max-sm:items-baseline">
      <dt className="text-[13px] text-muted">{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

/** A part of the page below its numbers. */
export function RecordSection({ title, children }: { title: string; children: ReactNode }) {
  const id = useId();
  return (
    <section aria-labelledby={id} className="mt-9">
      <SectionTitle className="mb-3" id={id}>
        {title}
      </SectionTitle>
      {children}
    </section>
  );
}
