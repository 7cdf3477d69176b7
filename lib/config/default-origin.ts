/** Where the site is unless PORT or PUBLIC_URL say otherwise. Samples of the documentation name it. */
export const defaultOrigin = 'http://localhost:3000';
