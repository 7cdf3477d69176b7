import { limits } from '@/lib/config/limits';

/** Says that the address names a range that there is not. Renders always, so that it is heard. */
export function RangeNotice({ valid }: { valid: boolean }) {
  return (
    <div role="status">
      {valid ? null : (
        <p className="mb-6 border-amber border-l-2 pl-3 text-[15px]">
          The address names no range that can be shown. These are the last {limits.usage.defaultDays} days.
        </p>
      )}
    </div>
  );
}
