'use client';
import { type KeyboardEvent, type RefObject, useEffectEvent, useLayoutEffect, useRef, useState } from 'react';
import { buttonLook } from './button';

export interface MenuAction {
  label: string;
  /** `danger`: it stops or removes something. */
  tone?: 'plain' | 'danger';
  onSelect: () => void;
}

interface ActionMenuProps {
  /** Names the button for screen readers: `More actions for Laptop`. */
  label: string;
  actions: MenuAction[];
  /** Of the button. */
  ref: RefObject<HTMLButtonElement | null>;
}

/** The actions that don't fit next to a row's first one, in a menu behind a button with three dots. */
export function ActionMenu({ label, actions, ref: button }: ActionMenuProps) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <button
        aria-expanded={open}
        aria-haspopup="menu"
        aria-label={label}
        className={`${buttonLook('line', 'small')} w-[34px] px-0! aria-expanded:border-control`}
        onClick={() => setOpen(!open)}
        onKeyDown={(event) => {
          if (event.key !== 'ArrowDown') return;
          event.preventDefault();
          setOpen(true);
        }}
        ref={button}
        type="button"
      >
        <svg aria-hidden="true" className="size-4" fill="currentColor" viewBox="0 0 16 16">
          <circle cx="3" cy="8" r="1.4" />
          <circle cx="8" cy="8" r="1.4" />
          <circle cx="13" cy="8" r="1.4" />
        </svg>
      </button>
      {open && <MenuItems actions={actions} button={button} label={label} onClose={() => setOpen(false)} />}
    </>
  );
}

const tones = { plain: 'text-text', danger: 'text-red' };

interface MenuItemsProps {
  label: string;
  actions: MenuAction[];
  button: RefObject<HTMLButtonElement | null>;
  onClose: () => void;
}

/** The open menu. It is a popover, so no box that scrolls cuts it off; the focus starts on its first item. */
function MenuItems({ label, actions, button, onClose }: MenuItemsProps) {
  const menu = useRef<HTMLDivElement>(null);
  const close = useEffectEvent(onClose);

  useLayoutEffect(() => {
    const [element, opener] = [menu.current, button.current];
    if (!element || !opener) return;
    element.showPopover();
    place(element, opener);
    itemsOf(element)[0]?.focus({ preventScroll: true });
    const closeOutside = ({ target }: PointerEvent) => {
      const isInside = target instanceof Node && (element.contains(target) || opener.contains(target));
      if (!isInside) close();
    };
    const follow = () => place(element, opener);
    document.addEventListener('pointerdown', closeOutside);
    document.addEventListener('scroll', follow, { capture: true });
    window.addEventListener('resize', follow);
    return () => {
      document.removeEventListener('pointerdown', closeOutside);
      document.removeEventListener('scroll', follow, { capture: true });
      window.removeEventListener('resize', follow);
    };
  }, [button]);

  const leave = () => {
    button.current?.focus();
    onClose();
  };
  const onKeyDown = (event: KeyboardEvent<HTMLDivElement>) => {
    // From the button, Tab moves on as if the menu weren't there.
    if (event.key === 'Tab') return leave();
    const items = itemsOf(event.currentTarget);
    const next = nextItem(event.key, items);
    if (event.key !== 'Escape' && !next) return;
    event.preventDefault();
    event.stopPropagation();
    if (next) next.focus();
    else leave();
  };
  return (
    <div
      aria-label={label}
      className="fixed inset-auto m-0 min-w-[160px] rounded-panel border border-rule bg-white p-1 text-left shadow-[0_12px_32px_-8px_#0b121040]"
      onKeyDown={onKeyDown}
      popover="manual"
      ref={menu}
      role="menu"
      tabIndex={-1}
    >
      {actions.map(({ label, tone = 'plain', onSelect }) => (
        <button
          className={`flex min-h-9 w-full cursor-pointer items-center rounded-control px-3 font-medium text-[14px] hover:bg-paper-2 focus-visible:-outline-offset-2 ${tones[tone]}`}
          key={label}
          onClick={() => {
            // A dialog that this opens returns the focus to the button.
            leave();
            onSelect();
          }}
          role="menuitem"
          tabIndex={-1}
          type="button"
        >
          {label}
        </button>
      ))}
    </div>
  );
}

const itemsOf = (menu: HTMLElement) => [...menu.querySelectorAll<HTMLElement>('[role=menuitem]')];

/** The item that a key leads to: the next, previous, first or last, or the next that begins with its letter. */
function nextItem(key: string, items: HTMLElement[]): HTMLElement | undefined {
  const current = items.findIndex((item) => item.matches(':focus'));
  switch (key) {
    case 'ArrowDown':
      return items[(current + 1) % items.length];
    case 'ArrowUp':
      return items.at(current <= 0 ? -1 : current - 1);
    case 'Home':
      return items[0];
    case 'End':
      return items.at(-1);
    default: {
      const later = [...items.slice(current + 1), ...items.slice(0, current + 1)];
      const letter = key.length === 1 && key !== ' ' ? key.toLowerCase() : null;
      return letter === null
        ? undefined
        : later.find(({ textContent }) => textContent?.toLowerCase().startsWith(letter));
    }
  }
}

/** How far the menu stays from its button, and from the edges of the window, in CSS pixels. */
const gap = { button: 4, window: 8 };

/** Puts a menu below its button, aligned right; above if there's no room. */
function place(menu: HTMLElement, button: HTMLElement): void {
  const { top, bottom, right } = button.getBoundingClientRect();
  const below = bottom + gap.button;
  const fits = below + menu.offsetHeight + gap.window <= window.innerHeight;
  menu.style.top = `${fits ? below : Math.max(gap.window, top - gap.button - menu.offsetHeight)}px`;
  menu.style.left = `${Math.max(gap.window, right - menu.offsetWidth)}px`;
}
