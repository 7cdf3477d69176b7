import type { NextConfig } from 'next';

const config: NextConfig = {
  poweredByHeader: false,
  // graphql: bundled, it would stand in the build twice, and `instanceof GraphQLError` fail between the two.
  serverExternalPackages: ['@node-rs/argon2', 'better-sqlite3', 'graphql', 'pino'],
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
        has: [{ type: 'header', key: 'content-type', value: '[Aa]pplication/[Jj][Ss][Oo][Nn].*' }],
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
