import { HydrationMark } from './hydration-mark';

/**
 * Keeps the last button that is pressed before React responds to events, and presses it again once React does. Ctrl K
 * presses the button that has this shortcut. Enter and Space arrive as clicks, and links need no script. React doesn't
 * hear of a kept press: while it hydrates it would answer it too, and a menu would open and close.
 */
const keepPresses = `(() => {
  const root = document.documentElement;
  let pressed;
  const keep = (event) => {
    const isShortcut = (event.ctrlKey || event.metaKey) && event.key?.toLowerCase() === 'k';
    const button =
      event.type === 'click'
        ? event.target.closest('button')
        : isShortcut && !event.target.closest('input, textarea') && document.querySelector('[aria-keyshortcuts]');
    if (!button) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    pressed = button;
    root.dataset.pressed = '';
  };
  for (const type of ['click', 'keydown']) addEventListener(type, keep, true);
  new MutationObserver((_, observer) => {
    observer.disconnect();
    for (const type of ['click', 'keydown']) removeEventListener(type, keep, true);
    delete root.dataset.pressed;
    if (pressed?.isConnected) pressed.click();
  }).observe(root, { attributeFilter: ['data-hydrated'] });
})()`.replace(/\n\s*/g, ' ');

/** The document's own script for presses that come before React, and the mark that ends its work. */
export function EarlyPresses() {
  return (
    <>
      <script dangerouslySetInnerHTML={{ __html: keepPresses }} />
      <HydrationMark />
    </>
  );
}
