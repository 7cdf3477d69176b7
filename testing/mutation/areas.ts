/**
 * The code that prevents one kind of harm, and the tests that must notice a fault in it: paths with `{a,b}` and `*`.
 */
interface Area {
  sources: string[];
  tests: string[];
  /** Those of them that try every operation, and so code that many share, even if nearer tests were many. */
  broad: string[];
}

/**
 * The mutated files: they decide permissions, costs, records, the bounds of requests and the protection of responses.
 * Code that only orders, searches or words a list is omitted. Each file belongs to one area, whose own tests have to
 * notice a fault. If only a test of sign-in meets a fault in a price by chance, the fault counts as survived.
 *
 * graphql/rule-in-transaction.test.ts isn't among the tests: it replaces a module, which would stay replaced for the
 * mutants after it.
 */
export const areas: Record<string, Area> = {
  audit: {
    sources: [
      'graphql/audit-refusals.ts',
      'lib/server/audit/{audit-chain,list-audit,prune-audit,record-audit}.ts',
      'lib/server/audit/{refusals,write-refusals}.ts',
      'lib/validation/audit.ts',
    ],
    tests: ['graphql/audit/*.test.ts', 'lib/server/audit/*.test.ts', 'lib/validation/audit.test.ts'],
    broad: [],
  },
  money: {
    sources: [
      'graphql/dollars.ts',
      'lib/format/money.ts',
      'lib/rules/{day,bill-month}.ts',
      'lib/server/billing/*.ts',
      'lib/server/usage/{account-overview,dashboard-stats,meter-executions,overage}.ts',
      'lib/server/usage/{usage-range,usage-totals}.ts',
      'lib/validation/{billing,calendar-date,usage}.ts',
    ],
    tests: [
      'graphql/{account,billing,usage}/*.test.ts',
      'graphql/audit/audit-events.test.ts',
      'lib/format/money.test.ts',
      'lib/rules/{day,bill-month}.test.ts',
      'lib/server/{billing,usage}/*.test.ts',
      'lib/validation/{billing,calendar-date}.test.ts',
    ],
    broad: ['graphql/audit/audit-events.test.ts'],
  },
  permissions: {
    sources: [
      'graphql/{builder,root-fields}.ts',
      'lib/config/access.ts',
      'lib/rules/temporary-password.ts',
      'lib/server/{account,api-keys}/*.ts',
      'lib/server/auth/{authenticate,find-credential,key-status,passwords,sessions,sign-in}.ts',
      'lib/server/auth/{sign-in-limiter,tokens,viewer,write-as}.ts',
      'lib/server/users/{create-user,find-user,get-user-access,reset-user-password}.ts',
      'lib/server/users/{update-user,write-user}.ts',
      'lib/validation/{account,api-keys,auth,users}.ts',
    ],
    tests: [
      'graphql/{account,api-keys,auth,users}/*.test.ts',
      'graphql/audit/audit-events.test.ts',
      'graphql/{found-key,permissions,rule-and-declaration,schema}.test.ts',
      'lib/config/*.test.ts',
      'lib/rules/temporary-password.test.ts',
      'lib/server/{api-keys,auth,users}/*.test.ts',
    ],
    broad: ['graphql/rule-and-declaration.test.ts', 'graphql/audit/audit-events.test.ts'],
  },
  requests: {
    sources: [
      'graphql/yoga.ts',
      'lib/server/runtime/read-bounded-text.ts',
      'server/http/headers/security-headers.ts',
    ],
    tests: [
      'graphql/rate-limit.test.ts',
      'lib/server/email/receive-email.test.ts',
      'server/http/headers/*.test.ts',
    ],
    broad: [],
  },
};
