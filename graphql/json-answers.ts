import { type Plugin, processRegularResult } from 'graphql-yoga';

/**
 * Yoga plugin: answers JSON whatever the caller accepts, as RFC 9110, 12.5.1 allows. Yoga would answer 406 after a
 * mutation has been done, or a stream of events.
 */
export const jsonAnswers: Plugin = {
  onResultProcess: ({ resultProcessor, setResultProcessor }) => {
    if (resultProcessor !== processRegularResult)
      setResultProcessor(processRegularResult, 'application/json');
  },
};
