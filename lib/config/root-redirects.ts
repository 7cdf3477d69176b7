/** Addresses that send the browser to the site's root (docs/product.md, "Addresses"). */
export const rootRedirects = ['/login', '/signup', '/request-demo', '/plans'];
