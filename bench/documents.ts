import { formatDocument, stringifyDocument } from 'urql';
import { overviewQuery } from '@/components/usage/admin/use-overview';
import { dashboardQuery } from '@/components/usage/developer/dashboard-screen';
import { currentUserFragment } from '@/lib/graphql-client/current-user';
import { graphql } from '@/lib/graphql-client/graphql';

const meQuery = graphql(
  `
    query Me {
      me {
        ...CurrentUser
      }
    }
  `,
  [currentUserFragment],
);

/** The documents as a browser sends them: urql adds the type names that its cache needs. */
export const documents = {
  me: stringifyDocument(formatDocument(meQuery)),
  dashboard: stringifyDocument(formatDocument(dashboardQuery)),
  adminOverview: stringifyDocument(formatDocument(overviewQuery)),
};
