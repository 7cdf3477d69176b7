import type { Metadata } from 'next';
import { LazyNotFound } from '@/components/site/lazy-not-found';

export const metadata: Metadata = { title: '404 - Not Found' };

export default function NotFound() {
  return <LazyNotFound builtIn={new Date().getUTCFullYear()} />;
}
