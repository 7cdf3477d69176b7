'use client';

import { type ReactNode, useSyncExternalStore } from 'react';
import { Provider } from 'urql';
import { graphqlConnection } from '@/lib/graphql-client/client';
import { subscribe } from '@/lib/graphql-client/session-store';

/**
 * Gives urql's hooks the client of the stored session. The tree below is mounted again for every session: urql keeps a
 * query's last data while it fetches, which could be another user's.
 */
export function GraphqlProvider({ children }: { children: ReactNode }) {
  const { client, id } = useSyncExternalStore(subscribe, graphqlConnection, graphqlConnection);
  return (
    <Provider key={id} value={client}>
      {children}
    </Provider>
  );
}
