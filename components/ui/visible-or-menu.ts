/** Where the focus returns to: the button that opened a dialog, or on a small screen the closed menu that contains it. */
export function visibleOrMenu(button: HTMLButtonElement | null): HTMLElement | null {
  return button?.checkVisibility() ? button : document.querySelector<HTMLElement>('[data-menu-button]');
}
