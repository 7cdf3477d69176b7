import { SiteShell } from '@/components/layout/site-shell';
import { LinkButton } from '@/components/ui/button';
import { DashboardLink } from './dashboard-link';
import { NotFoundMessage } from './not-found-message';

/** The page for what is not there, with ways on. */
export function NotFoundScreen({ builtIn }: { builtIn: number }) {
  return (
    <SiteShell builtIn={builtIn}>
      <NotFoundMessage>
        {/* A screen high: in a docs tree the message changes, and the footer stays where it is. */}
        <div className="wrap flex min-h-svh flex-col justify-center py-20">
          <h1 className="text-[34px] leading-[1.12] font-semibold tracking-[-0.02em]">404 - Not Found</h1>
          <p className="mt-4 text-[17px] text-muted">The page you are looking for does not exist.</p>
          <div className="mt-8 flex flex-wrap gap-2.5">
            <LinkButton href="/">Home</LinkButton>
            <LinkButton variant="line" href="/docs">
              Documentation
            </LinkButton>
            <LinkButton variant="line" href="/contact">
              Contact Us
            </LinkButton>
            <DashboardLink />
          </div>
        </div>
      </NotFoundMessage>
    </SiteShell>
  );
}
