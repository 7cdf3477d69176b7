import type { NextConfig } from 'next';

const config: NextConfig = {
  poweredByHeader: false,
  serverExternalPackages: ['@node-rs/argon2', 'better-sqlite3', 'pino'],
  redirects: async () =>
    // SPEC.md, section 2: these addresses send the browser to the site root.
    ['/login', '/signup', '/request-demo', '/plans'].map((source) => ({
      source,
      destination: '/',
      permanent: false,
    })),
  rewrites: async () => ({
    // The original clients post JSON to the root (DESIGN.md, "Contracts that others rely on").
    beforeFiles: [
      {
        source: '/',
        has: [{ type: 'header', key: 'content-type', value: 'application/json.*' }],
        destination: '/api/graphql',
      },
      {
        source: '/',
        has: [{ type: 'header', key: 'access-control-request-method' }],
        destination: '/api/graphql',
      },
    ],
    afterFiles: [],
    fallback: [],
  }),
};

export default config;
