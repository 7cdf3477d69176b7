/** The browser's own `fetch`: what is asked past the page meets no interception (`intercept-operation.ts`). */
export const realFetch = window.fetch.bind(window);
