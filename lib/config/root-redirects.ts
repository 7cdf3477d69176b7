/** Addresses that send the browser to the site's root (SPEC.md, section 2). */
export const rootRedirects = ['/login', '/signup', '/request-demo', '/plans'];
