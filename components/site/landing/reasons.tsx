import { brand } from '@/lib/config/brand';
import { reasons } from './reason-list';

/** The 'Why' list of four, each reason with the two claims that it stands on. */
export function Reasons() {
  return (
    <section aria-labelledby="why" className="wrap py-16 md:py-21">
      <h2 id="why" className="text-[30px] leading-[1.12] font-[680] tracking-[-0.02em] md:text-[34px]">
        Why {brand.name}
      </h2>
      <p className="mt-3 max-w-[60ch] text-[17px] text-balance text-muted">
        The missing layer between your app and AI providers: eight problems, solved in one place.
      </p>
      {/* The subgrid keeps the claims of neighbours level, however their lines break. */}
      <ol className="mt-9 grid gap-px overflow-hidden rounded-control border border-rule bg-rule md:grid-cols-2 [&_dd]:mt-0.5 [&_dd]:text-pretty [&_dd]:text-muted [&_dt]:font-semibold">
        {reasons.map(({ title, line, claims }, index) => (
          <li key={title} className="row-span-2 grid grid-rows-subgrid gap-y-5 bg-paper px-5 py-7 md:px-7.5">
            <div>
              <p aria-hidden="true" className="font-mono text-[12px] font-semibold text-signal-ink">
                0{index + 1}
              </p>
              <h3 className="mt-2.5 text-[18px] leading-[1.25] font-[650] tracking-[-0.01em]">{title}</h3>
              <p className="mt-1.5 text-pretty text-muted">{line}</p>
            </div>
            <dl className="grid content-start gap-4 border-t border-rule pt-5 text-[15px]">
              {claims.map(({ claim, how }) => (
                <div key={claim}>
                  <dt>{claim}</dt>
                  <dd>{how}</dd>
                </div>
              ))}
            </dl>
          </li>
        ))}
      </ol>
    </section>
  );
}
