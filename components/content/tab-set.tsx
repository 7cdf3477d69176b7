'use client';

import { type KeyboardEvent, type ReactNode, useId, useRef, useState } from 'react';

interface TabSetProps {
  labels: string[];
  panels: ReactNode[];
}

/** Tabs as WAI-ARIA describes them: arrow keys, Home, and End move the focus and choose a tab. */
export function TabSet({ labels, panels }: TabSetProps) {
  const id = useId();
  const list = useRef<HTMLDivElement>(null);
  const [chosen, setChosen] = useState(0);

  const choose = (index: number) => {
    setChosen(index);
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
    <div className="tabs">
      <div role="tablist" ref={list} onKeyDown={move}>
        {labels.map((label, index) => (
          <button
            key={label}
            type="button"
            role="tab"
            id={`${id}-tab-${index}`}
            aria-controls={`${id}-panel-${index}`}
            aria-selected={index === chosen}
            tabIndex={index === chosen ? 0 : -1}
            onClick={() => choose(index)}
          >
            {label}
          </button>
        ))}
      </div>
      {panels.map((panel, index) => (
        <div
          key={labels[index]}
          role="tabpanel"
          id={`${id}-panel-${index}`}
          aria-labelledby={`${id}-tab-${index}`}
          hidden={index !== chosen}
        >
          {panel}
        </div>
      ))}
    </div>
  );
}
