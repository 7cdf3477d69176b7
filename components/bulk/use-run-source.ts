import { hasErrorCode } from '@/lib/graphql-client/client-errors';
import { graphql, type ResultOf } from '@/lib/graphql-client/graphql';
import { useLoadedQuery } from '@/lib/graphql-client/use-loaded';
import { fieldsOf } from '@/lib/rules/json';

const sourceQuery = graphql(`
  query BulkRunSource($id: ID!) {
    getBulkJob(id: $id) {
      id
      name
      kind
      workflow
      onlyIf
      concurrency
      stopAfterFailures
      stopAfterCost
      receivers {
        url
        progress
      }
      file {
        id: fileId
        name
        format
        size
        rowCount
        badCount
        badRows {
          line
          column
          message
          value
        }
        expires_at
      }
    }
  }
`);

/** The input of a run. */
export type RunSource = ResultOf<typeof sourceQuery>['getBulkJob'];

/** Whether a workflow may have steps before its final ones. */
export function hasEarlierSteps(workflow: unknown): boolean {
  const { steps } = fieldsOf(workflow);
  return Array.isArray(steps) && steps.length > 1;
}

/** The file and the workflow of a run, which don't change while it runs. */
export const useRunSource = (id: string) =>
  useLoadedQuery({
    query: sourceQuery,
    variables: { id },
    failure: "A bulk run's file and workflow couldn't be loaded.",
    isExpected: (error) => hasErrorCode(error, 'NOT_FOUND'),
  });
