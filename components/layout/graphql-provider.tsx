'use client';

import { type ReactNode, useSyncExternalStore } from 'react';
import { Provider } from 'urql';
import { graphqlConnection } from '@/lib/graphql-client/client';
import { subscribe } from '@/lib/graphql-client/session-store';

/**
 * Gives urql's hooks the client of the stored session. The tree below starts anew with every session: urql
 * keeps a query's last data while it fetches, and that may be another person's.
 */
export function GraphqlProvider({ children }: { children: ReactNode }) {
  const { client, id } = useSyncExternalStore(subscribe, graphqlConnection, graphqlConnection);
  return (
    <Provider key={id} value={client}>
      {children}
    </Provider>
  );
}
