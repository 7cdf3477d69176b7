'use client';
import { useEffect } from 'react';
import { useQuery } from 'urql';
import { waitSentence } from '@/lib/graphql-client/wait-sentence';
import { type InvoiceRecord, invoiceQuery } from './invoice-query';

type InvoiceState =
  | { status: 'loading' }
  | { status: 'missing' }
  | { status: 'failed'; wait: string | null; retry: () => void }
  | { status: 'ready'; invoice: InvoiceRecord };

/** One invoice by its id; another account's is missing, as one that does not exist. */
export function useInvoice(id: string): InvoiceState {
  const [{ data, error, fetching }, refetch] = useQuery({
    query: invoiceQuery,
    variables: { id },
    requestPolicy: 'cache-and-network',
  });
  const missing = error?.graphQLErrors.some(({ extensions }) => extensions.code === 'NOT_FOUND') ?? false;
  useEffect(() => {
    if (error && !missing) console.warn('The invoice could not be loaded.', error);
  }, [error, missing]);

  if (missing) return { status: 'missing' };
  if (data && !error) return { status: 'ready', invoice: data.getInvoice };
  if (fetching) return { status: 'loading' };
  return {
    status: 'failed',
    wait: waitSentence(error),
    retry: () => refetch({ requestPolicy: 'network-only' }),
  };
}
