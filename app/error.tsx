'use client';

import { ErrorPanel } from '@/components/site/error-message';

export default function RouteError({ error }: { error: Error & { digest?: string } }) {
  return <ErrorPanel digest={error.digest} />;
}
