'use client';
import { ErrorScreen } from '@/components/dashboard/error-screen';

/** Shown in place of a dashboard page that failed while rendering. */
export default function DashboardError({ error }: { error: Error & { digest?: string } }) {
  return <ErrorScreen digest={error.digest} />;
}
