import { StatCaption } from '@/components/ui/stat';
import { LimitMeter } from '@/components/usage/limit-meter';
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
      <StatCaption>Storage used</StatCaption>
      <LimitMeter
        format={formatBytes}
        label="Storage used"
        limit={maxStoredBytes}
        tone={isFull(storage) ? 'bad' : 'good'}
        used={storedBytes}
      />
      <div className="mt-1.5">
        <StatCaption>{storageSentence(storage)}</StatCaption>
      </div>
    </>
  );
}

const isFull = ({ storedBytes, maxStoredBytes }: StorageUse): boolean => storedBytes >= maxStoredBytes;

/** What the storage means for the next workflow. */
export const storageSentence = (storage: StorageUse): string =>
  isFull(storage)
    ? 'New workflows are refused until jobs expire or are deleted.'
    : 'input and outputs of jobs';

/** The storage in one line: `Storage: 12.4 MiB of 256 MiB.` */
export const storageLine = (storage: StorageUse): string => {
  const used = `Storage: ${formatBytes(storage.storedBytes)} of ${formatBytes(storage.maxStoredBytes)}.`;
  return isFull(storage) ? `${used} ${storageSentence(storage)}` : used;
};
