'use client';

import { type KeyboardEvent, useId, useLayoutEffect, useRef, useSyncExternalStore } from 'react';
import { brand } from '@/lib/config/brand';
import { storedChoice } from '@/lib/format/stored-choice';

/** The labels chosen last, the newest first, each on its line. */
const recent = storedChoice(brand.tabsKey);
const MOST_RECENT = 10;

const recentLabels = () => recent.read()?.split('\n') ?? [];

/**
 * The tabs of the panels around it, as WAI-ARIA describes them: arrow keys, Home, and End move the focus and choose a
 * tab. All tabs of the site follow a choice, and remember it.
 */
export function TabList({ labels }: { labels: string[] }) {
  const id = useId();
  const list = useRef<HTMLDivElement>(null);
  const label = useSyncExternalStore(
    recent.subscribe,
    () => recentLabels().find((one) => labels.includes(one)),
    () => undefined,
  );
  const chosen = label === undefined ? 0 : labels.indexOf(label);

  useLayoutEffect(() => {
    const panels = list.current?.closest('.tabs')?.querySelectorAll<HTMLElement>(':scope > [data-tab-panel]');
    for (const [index, panel] of (panels ?? []).entries()) {
      panel.role = 'tabpanel';
      panel.id = `${id}-panel-${index}`;
      panel.setAttribute('aria-labelledby', `${id}-tab-${index}`);
      panel.hidden = index !== chosen;
    }
  }, [id, chosen]);

  const choose = (index: number) => {
    const next = labels[index] ?? '';
    recent.choose([next, ...recentLabels().filter((one) => one !== next)].slice(0, MOST_RECENT).join('\n'));
    list.current?.querySelectorAll('button')[index]?.focus();
  };
  const move = (event: KeyboardEvent) => {
    const last = labels.length - 1;
    const target = {
      ArrowRight: chosen === last ? 0 : chosen + 1,
      ArrowLeft: chosen === 0 ? last : chosen - 1,
      Home: 0,
      End: last,
    }[event.key];
    if (target === undefined) return;
    event.preventDefault();
    choose(target);
  };

  return (
    <div role="tablist" ref={list} onKeyDown={move}>
      {labels.map((name, index) => (
        <button
          key={name}
          type="button"
          role="tab"
          id={`${id}-tab-${index}`}
          aria-controls={`${id}-panel-${index}`}
          aria-selected={index === chosen}
          tabIndex={index === chosen ? 0 : -1}
          onClick={() => choose(index)}
        >
          {name}
        </button>
      ))}
    </div>
  );
}
