import { useMemo } from 'react';
import { useLivePlan } from '@/components/workflows/use-live-plan';
import { createUncachedQuery } from '@/lib/graphql-client/calls';
import { graphql, type ResultOf } from '@/lib/graphql-client/graphql';
import { type Chat, chatProblem, chatWorkflow } from './chat';

const priceQuery = graphql(`
  query MessagePrice($input: StartWorkflowInput!) {
    planWorkflow(input: $input) {
      estimatedCost
      maxCost
    }
  }
`);

type MessagePrice = ResultOf<typeof priceQuery>['planWorkflow'];

/**
 * The price of the next message with the conversation before it, in US dollars, after a pause in typing.
 * @param chat null while its next message can't be sent
 * @returns null if it isn't known yet, or the message can't be sent as it is
 */
export function useMessagePrice(chat: Chat | null): MessagePrice | null {
  const input = useMemo(() => {
    if (!chat || chat.text.trim() === '' || chat.model.trim() === '' || chatProblem(chat)) return null;
    return JSON.stringify({ input: chatWorkflow(chat) });
  }, [chat]);
  const { plan, isPlanned } = useLivePlan({ input, faults: null, ask: askPrice });
  return isPlanned ? plan : null;
}

async function askPrice(input: string, signal: AbortSignal): Promise<MessagePrice> {
  const query = createUncachedQuery(signal);
  return (await query(priceQuery, JSON.parse(input), "The price couldn't be loaded.")).planWorkflow;
}
