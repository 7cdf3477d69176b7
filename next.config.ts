import type { NextConfig } from 'next';
import { docsFolders, rootRedirects } from '@/lib/config/navigation';
import { docsTrees } from './lib/config/docs';

type Rewrites = Awaited<ReturnType<NonNullable<NextConfig['rewrites']>>>;

/**
 * For `next dev` and `next start`. The server in front rewrites these addresses itself (server/http/requests/), so that
 * it never gets here with one. A rewrite can't see the method, so the headers of a call decide.
 */
async function rewrites(): Promise<Rewrites> {
  const json = { type: 'header', key: 'content-type', value: 'application/json *(?:;.*)?' } as const;
  const ofCalls = [
    [json, { type: 'header', key: 'content-length', value: '\\d+' }],
    [json, { type: 'header', key: 'transfer-encoding', value: 'chunked' }],
    // A browser's preflight.
    [{ type: 'header', key: 'access-control-request-method', value: '.+' }],
  ] as const;
  const calls = ofCalls.map((has) => ({ source: '/', has: [...has], destination: '/api/graphql' }));
  const twins = Object.entries(docsTrees).flatMap(([tree, { root }]) => [
    { source: `${root}.md`, destination: `/markdown/${tree}/index` },
    { source: `${root}/:path(.+)\\.md`, destination: `/markdown/${tree}/:path` },
  ]);
  // Next compiles these again for every request that it renders, but afterFiles only for pages with parameters.
  return { beforeFiles: calls, afterFiles: twins, fallback: [] };
}

const config: NextConfig = {
  poweredByHeader: false,
  // npm run check and npm test check types, with those of the GraphQL documents; once is enough.
  typescript: { ignoreBuildErrors: true },
  // Next would hash every page again for every request; server/http/responses/prerendered.ts knows them by their build.
  generateEtags: false,
  // server/http/responses/compress.ts does it.
  compress: false,
  // Of what only the server uses, bundling took most of the build: of gpt-tokenizer's vocabulary alone over a minute.
  // graphql would also be in the build twice, and `instanceof GraphQLError` fail between the two.
  serverExternalPackages: [
    '@ai-sdk/anthropic',
    '@ai-sdk/google',
    '@ai-sdk/openai',
    '@ai-sdk/openai-compatible',
    '@babel/parser',
    '@marcbachmann/cel-js',
    '@myriaddreamin/typst-ts-node-compiler',
    '@node-rs/argon2',
    '@opentelemetry/api',
    '@opentelemetry/exporter-trace-otlp-proto',
    '@opentelemetry/resources',
    // A plugin in two bundles would register itself twice.
    '@pothos/core',
    '@pothos/plugin-scope-auth',
    '@prisma/adapter-better-sqlite3',
    '@prisma/adapter-pg',
    '@prisma/client',
    'better-sqlite3',
    'fast-xml-parser',
    'gpt-tokenizer',
    'graphql',
    'graphql-yoga',
    'ipaddr.js',
    'jsonrepair',
    'liquidjs',
    'pg',
    'pino',
    'prettier',
    'prom-client',
    'rate-limiter-flexible',
    're2js',
    'shiki',
    'tinyld',
    'undici',
    'yaml',
    'zod',
  ],
  // The site has no images for Next to resize; each would be a file on disk per address asked for.
  images: { unoptimized: true },
  experimental: {
    // The server removes the router's headers but `rsc`, so that the digest in the address wouldn't fit.
    validateRSCRequestHeaders: false,
    // Otherwise Next copies each page that it sends into the build's folder.
    isrFlushToDisk: false,
    // Next would load every page and route at the start, and most are sent without it: 100 MB.
    preloadEntriesOnStart: false,
    // Otherwise a link pressed while the connection is lost ends on the browser's error page.
    useOffline: true,
  },
  rewrites,
  redirects: async () => [
    ...rootRedirects.map((source) => ({ source, destination: '/', permanent: false })),
    ...Object.entries(docsFolders).map(([source, page]) => ({
      source,
      destination: `${source}/${page}`,
      permanent: false,
    })),
  ],
};

export default config;
