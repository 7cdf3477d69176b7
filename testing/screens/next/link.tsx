import type { ComponentProps, MouseEvent } from 'react';
import { router } from './router';

interface LinkProps extends Omit<ComponentProps<'a'>, 'href'> {
  href: string;
  prefetch?: boolean;
  replace?: boolean;
  scroll?: boolean;
  onNavigate?: (event: { preventDefault: () => void }) => void;
}

/** `next/link` over the router of screens under test: a plain press changes the page, any other one is the browser's. */
export default function Link({
  href,
  prefetch: _,
  replace,
  scroll: __,
  onClick,
  onNavigate,
  ...rest
}: LinkProps) {
  const follow = (event: MouseEvent<HTMLAnchorElement>) => {
    onClick?.(event);
    const elsewhere = new URL(href, window.location.href).origin !== window.location.origin;
    const modified = event.metaKey || event.ctrlKey || event.shiftKey || event.altKey || event.button !== 0;
    if (event.defaultPrevented || elsewhere || modified || rest.target || rest.download) return;
    event.preventDefault();
    let prevented = false;
    onNavigate?.({
      preventDefault: () => {
        prevented = true;
      },
    });
    if (prevented) return;
    if (replace) router.replace(href);
    else router.push(href);
  };
  return <a href={href} onClick={follow} {...rest} />;
}

/** No page is fetched here, so that none is ever on its way. */
export const useLinkStatus = () => ({ pending: false });
