'use client';
import { ErrorMessage } from '@/components/site/error-message';

/** Shown in place of a dashboard page that failed while rendering. */
export default function DashboardError({ error }: { error: Error & { digest?: string } }) {
  return <ErrorMessage digest={error.digest} />;
}
