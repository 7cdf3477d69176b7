'use client';

import { useId, useState } from 'react';
import { Field } from '@/components/ui/field';
import { Textarea } from '@/components/ui/textarea';
import { limits } from '@/lib/config/limits';
import { formatCount } from '@/lib/format/number';

const { max } = limits.contact.message;
/** From how many characters on the count is shown. */
const near = max - 500;

/** The message; near its limit it says how much room is left. */
export function MessageField({ error }: { error: string | undefined }) {
  const [length, setLength] = useState(0);
  const countId = useId();
  const counted = length >= near;
  return (
    <Field label="Message" error={error} className="mt-3.5">
      {(control) => (
        <>
          <Textarea
            {...control}
            name="message"
            required
            maxLength={max}
            className="min-h-[168px]"
            aria-describedby={
              [control['aria-describedby'], counted && countId].filter(Boolean).join(' ') || undefined
            }
            onChange={(event) => setLength(event.target.value.length)}
          />
          {counted && (
            <p id={countId} className="mt-1.5 text-[13.5px] text-muted tabular-nums">
              {formatCount(max - length)} of {formatCount(max)} characters left
            </p>
          )}
        </>
      )}
    </Field>
  );
}
