import { graphql, type ResultOf } from '@/lib/graphql-client/graphql';
import { useLoadedQuery } from '@/lib/graphql-client/use-loaded';

const fileQuery = graphql(`
  query BulkRunFile($id: ID!) {
    getBulkJob(id: $id) {
      id
      file {
        id: fileId
        badCount
        badRows {
          line
          column
          message
        }
      }
    }
  }
`);

export type RunFile = ResultOf<typeof fileQuery>['getBulkJob']['file'];

/** The file of a run, which doesn't change while the run does. */
export const useRunFile = (id: string) =>
  useLoadedQuery({ query: fileQuery, variables: { id }, failure: "A bulk run's file couldn't be loaded." });
