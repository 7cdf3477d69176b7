'use client';
import { useState } from 'react';
import { useClient } from 'urql';
import { queryFresh } from '@/lib/graphql-client/calls';
import { type OverlappingKey, overlapQuery } from './overlap-query';

/** A key as it was listed, and the way to see it anew before a deed that failed is tried once more. */
export function useFreshKey(listed: OverlappingKey) {
  const client = useClient();
  const [key, setKey] = useState(listed);
  const readAgain = async () => {
    try {
      setKey((await queryFresh(client, overlapQuery, { id: listed.id })).getAPIKey);
    } catch (error) {
      console.warn('The API key could not be read again.', error);
    }
  };
  return { key, readAgain };
}
