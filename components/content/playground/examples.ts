import type { CurrentUser } from '@/lib/graphql-client/current-user';
import type { Draft } from './use-request';

/** A call to start from. */
export interface Example extends Draft {
  name: string;
}

const me = {
  name: 'Who am I',
  query: `query Me {
  me {
    id
    email
    role
    account_id
    scopes {
      read
      write
      admin
    }
  }
}`,
  variables: '',
};

/** The calls on offer, filled in with the person's own ids; the first one is what an empty playground shows. */
export function examplesFor({ id, account_id, role }: CurrentUser): [Example, ...Example[]] {
  const ofMine = [
    {
      name: 'This month so far',
      query: `query MyMonth($userId: ID!) {
  userDashboardStats(userId: $userId) {
    totalExecutions
    estimatedCost
    successRate
  }
}`,
      variables: written({ userId: id }),
    },
    {
      name: 'Daily usage',
      query: `query MyDays($userId: ID!, $limit: Int) {
  usageByUser(userId: $userId, timeframe: "daily", limit: $limit) {
    date
    requestCount
    totalTokens
    totalCost
  }
}`,
      variables: written({ userId: id, limit: 7 }),
    },
    {
      name: 'Top templates',
      query: `query MyTopTemplates($userId: ID!) {
  topTemplatesByUser(userId: $userId, limit: 5) {
    name
    totalExecutions
  }
}`,
      variables: written({ userId: id }),
    },
    {
      name: 'My API keys',
      query: `query MyKeys {
  myApiKeys {
    id
    name
    hint
    status
    expires_at
    last_used_at
  }
}`,
      variables: '',
    },
    {
      name: 'Plans',
      query: `query Plans {
  listAccountPlans {
    id
    plan_name
    monthly_price
    max_workflows
    overage_price
  }
}`,
      variables: '',
    },
    {
      name: 'Create an API key',
      query: `# The raw key is in this one answer only.
mutation CreateKey($name: String, $scopes: ScopesInput) {
  createAPIKey(name: $name, scopes: $scopes) {
    rawKey
    apiKey {
      id
      hint
      status
    }
  }
}`,
      variables: written({ name: 'From the playground', scopes: { read: true } }),
    },
  ];
  return [me, ...ofMine, ...(role === 'ADMIN' ? forAdmins(account_id) : [])];
}

const forAdmins = (accountId: string): Example[] => [
  {
    name: 'Users of the account',
    query: `query Users($accountId: ID!, $limit: Int) {
  listUsers(accountId: $accountId, limit: $limit) {
    id
    email
    role
    status
  }
}`,
    variables: written({ accountId, limit: 20 }),
  },
  {
    name: 'Audit log',
    query: `query Audit($limit: Int) {
  getAllAuditLogs(limit: $limit) {
    action
    user_id
    created_at
    metadata
  }
}`,
    variables: written({ limit: 20 }),
  },
];

const written = (variables: object) => JSON.stringify(variables, null, 2);
