'use client';
import { ErrorMessage } from '@/components/site/error-message';

/** Shown in place of a page of the console that failed while rendering. */
export default function AdminError({ error }: { error: Error & { digest?: string } }) {
  return <ErrorMessage digest={error.digest} />;
}
