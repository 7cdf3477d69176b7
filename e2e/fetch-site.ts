/** The served site that E2E_URL names. @throws if it names none */
export const siteUrl = new URL(process.env.E2E_URL || missingUrl());

function missingUrl(): never {
  throw new Error(
    'Run npm test, which starts a server on a database of its own; or name a running one with demo data: E2E_URL=http://localhost:3000 npx vitest run --project http',
  );
}

/** Fetches from the site itself, without a browser; redirects are followed unless `options` says otherwise. */
export const fetchSite = (path: string, options?: RequestInit): Promise<Response> =>
  fetch(new URL(path, siteUrl), options);
