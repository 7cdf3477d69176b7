import { legal } from '@/lib/config/brand';

/** The address for legal questions, as a link; for MDX. */
export function LegalEmail() {
  return <a href={`mailto:${legal.email}`}>{legal.email}</a>;
}
