import type { Fault } from '@/testing/faults/fault';

/** Faults in what the server sends and takes over HTTP. */
export const httpFaults: Fault[] = [
  {
    what: 'the header against being framed is dropped',
    file: 'server/http/headers/security-headers.ts',
    from: "  'X-Frame-Options': 'DENY',\n",
    to: '',
    noticedBy: 'server/http/headers/security-headers.test.ts',
  },
  {
    what: 'a page’s policy lets it change its base address',
    file: 'server/http/headers/security-headers.ts',
    from: `    'base-uri': ["'none'"],\n`,
    to: '',
    noticedBy: 'server/http/headers/security-headers.test.ts',
  },
  {
    what: 'a client over its limit is not told when to come back',
    file: 'graphql/rate-limit.ts',
    from: ", 'retry-after': String(details.retryAfter)",
    to: '',
    noticedBy: 'graphql/rate-limit.test.ts',
  },
  {
    what: 'shared caches may keep a page that is missing',
    file: 'server/http/headers/framework-headers.ts',
    from: "isPage ? 'public, max-age=0, must-revalidate' : 'no-store'",
    to: "isPage ? 'public, max-age=0, must-revalidate' : 'public, max-age=60'",
    noticedBy: 'server/http/headers/framework-headers.test.ts',
  },
  {
    what: 'a body that does not announce its size is read however large it is',
    file: 'lib/server/read-bounded-text.ts',
    from: '    if (size > max) return null;\n',
    to: '',
    noticedBy: 'lib/server/email/read-email-request.test.ts',
  },
];
