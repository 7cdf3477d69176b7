import type { Tone } from '@/components/charts/progress-bar';
import { StatCaption } from '@/components/ui/stat';
import { LimitMeter, limitPercent } from '@/components/usage/limit-meter';
import { formatBytes } from '@/lib/format/bytes';

/** How many bytes an account's jobs take, and may take. */
export interface StorageUse {
  storedBytes: number;
  maxStoredBytes: number;
}

/** How much of a plan's storage the account's jobs take, in numbers and as a bar. */
export function StorageMeter({ storage }: { storage: StorageUse }) {
  const { storedBytes, maxStoredBytes } = storage;
  return (
    <>
      <StatCaption>Storage used now</StatCaption>
      <LimitMeter
        format={formatBytes}
        label="Storage used"
        limit={maxStoredBytes}
        tone={storageTone(storage)}
        used={storedBytes}
      />
      <div className="mt-1.5">
        <StatCaption>{storageSentence(storage)}</StatCaption>
      </div>
    </>
  );
}

/** Warns before the storage is full. */
export const storageTone = (storage: StorageUse): Tone => (isNearlyFull(storage) ? 'bad' : 'good');

/** What the storage is, or once it is nearly full, what that means for the next workflow. */
export const storageSentence = (storage: StorageUse): string =>
  isNearlyFull(storage)
    ? refusal('choose a larger plan')
    : 'what jobs have stored, such as input, files, and outputs';

/** The storage in one line, for a developer: `Storage now: 12.4 MiB of 256 MiB.` */
export const storageLine = (storage: StorageUse): string => {
  const used = `Storage now: ${formatBytes(storage.storedBytes)} of ${formatBytes(storage.maxStoredBytes)}.`;
  return isNearlyFull(storage) ? `${used} ${refusal('ask an admin for a larger plan')}` : used;
};

/** Percent of the storage from which the next job may well not fit: a full one is hardly ever full to the byte. */
const NEARLY_FULL = 95;

const isNearlyFull = ({ storedBytes, maxStoredBytes }: StorageUse): boolean =>
  limitPercent(storedBytes, maxStoredBytes) >= NEARLY_FULL;

/** @param otherwise where to get more storage, which depends on who reads it */
const refusal = (otherwise: string): string =>
  `Jobs that don't fit are refused. Delete jobs, wait until they expire, or ${otherwise}.`;
