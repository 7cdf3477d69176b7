import { HydrationMark } from './after-hydration';

/**
 * Keeps the last button that is pressed before React responds to events, and presses it again once React does. Ctrl K
 * presses the button that has this shortcut. Enter and Space arrive as clicks, and links need no script. A kept press
 * doesn't reach React: while it hydrates it would respond too, and a menu would open and close. A press is dropped if
 * its form is changed afterwards, or if a script doesn't arrive.
 */
const keepPresses = `(() => {
  const root = document.documentElement;
  let pressed;
  const drop = () => {
    pressed = undefined;
    delete root.dataset.pressed;
  };
  const listeners = {
    click: (event) => keep(event, event.target.closest('button')),
    keydown: (event) => {
      const isShortcut = (event.ctrlKey || event.metaKey) && event.key?.toLowerCase() === 'k';
      if (isShortcut && !event.target.closest('input, textarea'))
        keep(event, document.querySelector('[aria-keyshortcuts]'));
    },
    input: (event) => event.target.form && event.target.form === pressed?.form && drop(),
    error: (event) => event.target.tagName === 'SCRIPT' && drop(),
  };
  const keep = (event, button) => {
    if (!button) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    pressed = button;
    root.dataset.pressed = '';
  };
  for (const type in listeners) addEventListener(type, listeners[type], true);
  new MutationObserver((_, observer) => {
    observer.disconnect();
    for (const type in listeners) removeEventListener(type, listeners[type], true);
    const button = pressed;
    drop();
    if (button?.isConnected) button.click();
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
