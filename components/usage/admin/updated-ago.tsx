'use client';
import { useEffect, useState } from 'react';
import { formatIsoMoment, formatMoment } from '@/lib/format/date';
import { formatRelative } from '@/lib/format/relative';

const MINUTE = 60_000;

/** How long ago numbers were read: `Updated 2 minutes ago`; it keeps itself current. */
export function UpdatedAgo({ at }: { at: number }) {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), MINUTE / 4);
    return () => clearInterval(timer);
  }, []);
  const moment = String(at);
  return (
    <p className="text-[13.5px] text-muted" title={formatMoment(moment)}>
      {'Updated '}
      {/* Read after the last tick, they must not be from the future. */}
      <time dateTime={formatIsoMoment(moment)}>{formatRelative(moment, Math.max(now, at))}</time>
    </p>
  );
}
