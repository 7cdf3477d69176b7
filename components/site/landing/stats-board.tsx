const stats = [
  { figure: '8', label: 'core problems solved' },
  { figure: '5 min', label: 'integration time' },
  { figure: 'Zero', label: 'vendor lock-in' },
  { figure: 'CLI + SDK', label: 'with the alpha' },
];

/** The four headline figures, like a departures board under the hero. */
export function StatsBoard() {
  return (
    <section aria-label="In figures" className="border-t border-rule-dark bg-ink-2 text-[#eef4f1]">
      <dl className="wrap grid grid-cols-2 md:grid-cols-4">
        {stats.map(({ figure, label }) => (
          <div
            key={label}
            className="flex flex-col-reverse border-l border-rule-dark pt-6 pb-7 pl-3.5 max-md:nth-[n+3]:border-t md:pl-5.5"
          >
            <dt className="text-[13.5px] text-on-ink-muted md:text-[14.5px]">{label}</dt>
            <dd className="font-mono text-[26px] leading-[1.1] font-semibold tracking-[-0.04em] whitespace-nowrap tabular-nums lg:text-[34px]">
              {figure}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
