import type { NextConfig } from 'next';

const config: NextConfig = {
  poweredByHeader: false,
  // Next would hash every page anew for every request; server/http/answers/prerendered.ts knows them by their build.
  generateEtags: false,
  // server/http/answers/compress.ts does it.
  compress: false,
  // graphql: bundled, it would stand in the build twice, and `instanceof GraphQLError` fail between the two.
  serverExternalPackages: ['@node-rs/argon2', 'better-sqlite3', 'graphql', 'pino', 'prom-client'],
  // The site has no images for Next to resize; each would be a file on disk per address asked for.
  images: { unoptimized: true },
  // Otherwise Next copies each page that it answers with into the build's folder.
  experimental: { isrFlushToDisk: false },
  redirects: async () =>
    // SPEC.md, section 2: these addresses send the browser to the site root.
    ['/login', '/signup', '/request-demo', '/plans'].map((source) => ({
      source,
      destination: '/',
      permanent: false,
    })),
};

export default config;
