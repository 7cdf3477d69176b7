'use client';
import { type ReactNode, useCallback, useRef, useState } from 'react';
import { Button } from '@/components/ui/button';
import { CursorListView } from '@/components/ui/cursor-list-view';
import { EmptyState, EmptyStateText, EmptyStateTitle } from '@/components/ui/empty-state';
import { FilterBar, isFilterable } from '@/components/ui/filter-bar';
import { ListHead } from '@/components/ui/list-parts';
import { PageTitle } from '@/components/ui/titles';
import { limits } from '@/lib/config/limits';
import { formatCount } from '@/lib/format/number';
import type { LiveList } from './use-live-list';

interface LiveListScreenProps<Row> extends LiveList<Row> {
  title: string;
  /** The page's content, in a sentence. */
  note: string;
  /** Shown next to the title. */
  actions?: ReactNode;
  /** The words for what is listed: `job` and `jobs` */
  what: { one: string; other: string };
  /** @param clearings how often the filters were cleared: it resets typed ones, whose text may not apply yet */
  filterFields: (clearings: number) => ReactNode;
  isFiltered: boolean;
  /** The filters can't be used; the fields say why. */
  isInvalid?: boolean;
  onClear: () => void;
  /** Shown between the filters and the list. */
  notice?: ReactNode;
  /** Shown in the line above the rows, next to the other actions. */
  headAction?: ReactNode;
  /** Shown if there are none, whatever the filters. */
  empty: ReactNode;
  children: (rows: Row[], busy: boolean) => ReactNode;
}

/** As high with a button as without. */
const headHeight = 'min-h-[34px]';
const labels = { back: 'Newer', next: 'Older' };

/** The jobs or bulk runs of a person or an account: filtered by the address, paged, and live. */
export function LiveListScreen<Row>({
  title,
  note,
  actions,
  what,
  filterFields,
  isFiltered,
  isInvalid = false,
  onClear,
  notice,
  headAction,
  list,
  newRows,
  empty,
  children,
}: LiveListScreenProps<Row>) {
  const heading = useRef<HTMLHeadingElement>(null);
  const focusTitle = useCallback(() => heading.current?.focus(), []);
  const [clearings, setClearings] = useState(0);
  const { one, other } = what;
  const hasRows = list.state.status === 'ready' && list.state.rows.length > 0;
  const isPart = list.state.status === 'ready' && (list.state.canContinue || list.state.isContinued);
  const isRefused = isFiltered && list.state.status === 'failed' && list.state.isRefused;
  const clearing = isFiltered && (
    <Button
      className="print:hidden"
      onClick={() => {
        // The button is about to go.
        focusTitle();
        setClearings(clearings + 1);
        onClear();
      }}
      size="small"
      variant="line"
    >
      Clear filters
    </Button>
  );
  return (
    <>
      <PageTitle actions={actions} note={note} ref={heading}>
        {title}
      </PageTitle>
      {isFilterable(list.state, isFiltered) && (
        <FilterBar className="mb-4" onFocusLost={focusTitle}>
          {filterFields(clearings)}
        </FilterBar>
      )}
      {notice}
      {isInvalid || isRefused ? (
        <>
          <ListHead action={clearing} className={headHeight} line="" />
          <EmptyState>
            <EmptyStateTitle>These filters can't be used.</EmptyStateTitle>
            <EmptyStateText>Correct the marked fields, remove unknown filters, or clear all.</EmptyStateText>
          </EmptyState>
        </>
      ) : (
        <CursorListView
          action={
            (hasRows || isFiltered) && (
              <div className="flex flex-wrap gap-2.5">
                <NewRowsButton
                  hasRows={hasRows}
                  newRows={newRows}
                  onShow={() => {
                    focusTitle();
                    list.reload();
                  }}
                  what={what}
                />
                {headAction}
                {clearing}
              </div>
            )
          }
          className={headHeight}
          empty={isPart || isFiltered ? <NothingFound isPart={isPart} other={other} /> : empty}
          failure={`${other.charAt(0).toUpperCase()}${other.slice(1)} couldn't be loaded.`}
          labels={labels}
          list={list}
          onFocusLost={focusTitle}
          skeleton={6}
          what={other}
          words={{ loading: `Loading ${other}...`, one, other, order: 'newest first' }}
        >
          {children}
        </CursorListView>
      )}
      {isPart && <SearchedPart list={list} onFocusLost={focusTitle} other={other} />}
    </>
  );
}

interface NewRowsButtonProps {
  newRows: LiveList<unknown>['newRows'];
  what: { one: string; other: string };
  /** Whether the list has rows now. */
  hasRows: boolean;
  onShow: () => void;
}

function NewRowsButton({ newRows, what: { one, other }, hasRows, onShow }: NewRowsButtonProps) {
  return (
    <>
      <span className="sr-only" role="status">
        {newRows.count > 0 && `New ${other} have come.`}
      </span>
      {newRows.count > 0 && hasRows && (
        <Button onClick={onShow} size="small" variant="line">
          Show {newRows.hasMore && 'at least '}
          {formatCount(newRows.count)} new {newRows.count === 1 ? one : other}
        </Button>
      )}
    </>
  );
}

/** @param isPart whether only a part of the list was searched */
function NothingFound({ isPart, other }: { isPart: boolean; other: string }) {
  if (isPart)
    return (
      <EmptyState>
        <EmptyStateTitle>No {other} found here.</EmptyStateTitle>
      </EmptyState>
    );
  return (
    <EmptyState>
      <EmptyStateTitle>No {other} found.</EmptyStateTitle>
      <EmptyStateText>No {other} match these filters. Change or clear them to see more.</EmptyStateText>
    </EmptyState>
  );
}

interface SearchedPartProps {
  list: LiveList<unknown>['list'];
  other: string;
  /** The focused button is about to disappear. */
  onFocusLost: () => void;
}

/** Says how much of a long list was searched, and searches the rest of it. */
function SearchedPart({ list, other, onFocusLost }: SearchedPartProps) {
  if (list.state.status !== 'ready') return null;
  const { canContinue, isContinued, hasMore } = list.state;
  const searched = `${formatCount(limits.jobSearch.jobs)} ${other}`;
  const end = hasMore ? '' : `There are no older ${other} to search.`;
  const buttons = [
    isContinued && { text: `Newer ${other}`, turn: list.previousPage },
    canContinue && { text: `Search older ${other}`, turn: list.continueSearch },
  ];
  return (
    <div className="mt-4 flex flex-wrap items-center gap-x-4 gap-y-2 text-[14.5px] text-muted print:hidden">
      <p role="status">
        {canContinue ? `Searched the ${list.page.after === null ? 'newest' : 'next'} ${searched}.` : end}
      </p>
      {buttons.map(
        (button) =>
          button && (
            <Button
              key={button.text}
              onClick={() => {
                onFocusLost();
                button.turn();
              }}
              size="small"
              variant="line"
            >
              {button.text}
            </Button>
          ),
      )}
    </div>
  );
}
