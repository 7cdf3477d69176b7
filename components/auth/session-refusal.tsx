'use client';
import { Failure } from '@/components/ui/failure';
import { checkSession } from '@/lib/graphql-client/session-store';

/** In the place of a page whose visitor the server does not tell yet: why, and the way to ask again. */
export function SessionRefusal({ message }: { message: string }) {
  return (
    <>
      <h1 className="sr-only">Dashboard</h1>
      <Failure message={message} onRetry={() => void checkSession()} />
    </>
  );
}
