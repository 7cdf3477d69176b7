import { formatDocument, stringifyDocument } from 'urql';
import { reliabilityQuery } from '@/components/usage/admin/reliability-screen';
import { overviewQuery } from '@/components/usage/admin/use-overview';
import { dashboardQuery } from '@/components/usage/developer/dashboard-screen';
import { jobQuery } from '@/components/workflows/use-job';
import { jobsQuery } from '@/components/workflows/use-jobs';
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
  jobs: stringifyDocument(formatDocument(jobsQuery)),
  reliability: stringifyDocument(formatDocument(reliabilityQuery)),
  job: stringifyDocument(formatDocument(jobQuery)),
};
