import { defaultOrigin } from '@/lib/config/default-origin';

const defaultHost = new URL(defaultOrigin).host;

/** Puts the address of this page in the place of the default one, so that a sample can be copied and run as it is. */
export function showOwnOrigin(code: Element): void {
  const texts = document.createTreeWalker(code, NodeFilter.SHOW_TEXT);
  while (texts.nextNode()) {
    const { data } = texts.currentNode as Text;
    const own = data.replaceAll(defaultOrigin, location.origin).replaceAll(defaultHost, location.host);
    if (own !== data) (texts.currentNode as Text).data = own;
  }
}
