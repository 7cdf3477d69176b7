import narrow from './dashboard-narrow.webp';
import wide from './dashboard-wide.webp';

/** The real dashboard, photographed by `npm run pictures`. Its room is kept before it has loaded. */
export function DashboardPicture() {
  return (
    <section aria-labelledby="dashboard" className="border-b border-rule py-12 md:py-21">
      <div className="wrap">
        <h2
          id="dashboard"
          className="text-[30px] leading-[1.12] font-[680] tracking-[-0.02em] text-balance md:text-[34px]"
        >
          See what your tasks cost
        </h2>
        <p className="mt-3 max-w-[58ch] text-[17px] text-muted">
          The dashboard shows executions, cost, tokens, and success rate for any range of days, with your
          busiest templates.
        </p>
        <figure className="mt-9">
          <picture>
            <source media="(width < 640px)" srcSet={narrow.src} width={narrow.width} height={narrow.height} />
            <img
              src={wide.src}
              width={wide.width}
              height={wide.height}
              alt="The developer dashboard: this month’s workflows and the account’s limit; below them 30 days of executions as a line chart, and the top templates as bars."
              loading="lazy"
              decoding="async"
              className="h-auto w-full rounded-panel border border-rule bg-paper-2 shadow-[0_24px_60px_-24px_#0b121033] max-sm:mx-auto max-sm:max-w-[400px] max-sm:[mask-image:linear-gradient(#000_82%,transparent)]"
            />
          </picture>
          <figcaption className="mt-4 text-[14.5px] text-muted">
            The developer dashboard, with demo data.
          </figcaption>
        </figure>
      </div>
    </section>
  );
}
