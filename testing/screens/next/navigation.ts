import { useMemo } from 'react';
import { router, usePathParameters, useShownPath, useShownSearch } from './router';

/** The part of `next/navigation` that screens use, over the router of screens under test. */
export const useRouter = () => router;
export const usePathname = useShownPath;
export const useParams = usePathParameters;

export function useSearchParams(): URLSearchParams {
  const search = useShownSearch();
  return useMemo(() => new URLSearchParams(search), [search]);
}
