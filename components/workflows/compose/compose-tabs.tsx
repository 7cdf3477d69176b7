import { type KeyboardEvent, type ReactNode, useId, useRef, useState } from 'react';

/** The tabs of the page, by their names in its address. */
export const composeTabs = { workflow: 'Workflow', chat: 'Chat' } as const;

export type ComposeTab = keyof typeof composeTabs;

const names = Object.keys(composeTabs) as ComposeTab[];

interface ComposeTabsProps {
  chosen: ComposeTab;
  onChoose: (tab: ComposeTab) => void;
  panels: Record<ComposeTab, ReactNode>;
}

/**
 * The tabs, as WAI-ARIA describes them: arrow keys, Home, and End move the focus and choose a tab. A panel is mounted
 * when it's first chosen, and is hidden afterwards, so that it keeps its state.
 */
export function ComposeTabs({ chosen, onChoose, panels }: ComposeTabsProps) {
  const id = useId();
  const list = useRef<HTMLDivElement>(null);
  const [opened, setOpened] = useState([chosen]);
  if (!opened.includes(chosen)) setOpened([...opened, chosen]);
  const move = (event: KeyboardEvent) => {
    const index = names.indexOf(chosen);
    const target = {
      ArrowRight: (index + 1) % names.length,
      ArrowLeft: (index + names.length - 1) % names.length,
      Home: 0,
      End: names.length - 1,
    }[event.key];
    const next = target === undefined ? undefined : names[target];
    if (target === undefined || next === undefined) return;
    event.preventDefault();
    list.current?.querySelectorAll('button')[target]?.focus();
    onChoose(next);
  };
  return (
    <>
      <div
        aria-label="Ways to run"
        className="mb-6 flex gap-x-6 border-rule border-b print:hidden"
        onKeyDown={move}
        ref={list}
        role="tablist"
      >
        {names.map((name) => (
          <button
            aria-controls={opened.includes(name) ? `${id}-${name}` : undefined}
            aria-selected={name === chosen}
            className="-mb-px min-h-[38px] cursor-pointer border-transparent border-b-2 px-0.5 font-medium text-[15px] text-muted hover:text-text aria-selected:border-text aria-selected:text-text"
            id={`${id}-${name}-tab`}
            key={name}
            onClick={() => onChoose(name)}
            role="tab"
            tabIndex={name === chosen ? 0 : -1}
            type="button"
          >
            {composeTabs[name]}
          </button>
        ))}
      </div>
      {names.map(
        (name) =>
          opened.includes(name) && (
            <div
              aria-labelledby={`${id}-${name}-tab`}
              hidden={name !== chosen}
              id={`${id}-${name}`}
              key={name}
              role="tabpanel"
            >
              {panels[name]}
            </div>
          ),
      )}
    </>
  );
}
