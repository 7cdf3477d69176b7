import { builder } from '@/graphql/builder';
import { JobType } from '@/graphql/workflows/job.type';
import type { JobSearch } from '@/lib/server/workflows/list-jobs';

export const JobSearchType = builder.objectRef<JobSearch>('JobSearch').implement({
  fields: (t) => ({
    jobs: t.field({
      type: [JobType],
      description:
        'The first that match, newest first. If there are fewer than `limit`, no others match here.',
      args: { limit: t.arg.int({ description: 'How many, 1 to 1,000; default: 1,000.' }) },
      resolve: ({ jobs }, { limit }) => jobs(limit),
    }),
    continueFrom: t.id({
      nullable: true,
      description:
        'Where the search has ended: the `after`, or `before`, of a search for jobs beyond it. Null if there are no others.',
      resolve: ({ continueFrom }) => continueFrom,
    }),
  }),
});
