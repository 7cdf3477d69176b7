'use client';
import { type FormEvent, useEffect, useId, useRef, useState } from 'react';
import { Button } from '@/components/ui/button';
import { Failure } from '@/components/ui/failure';
import { Input } from '@/components/ui/input';
import { limits } from '@/lib/config/limits';
import { changedMeanwhile } from '@/lib/format/changed-meanwhile';
import { messageOf } from '@/lib/graphql-client/message-of';
import { accountName } from '@/lib/validation/account';
import { renaming } from './change-account';
import type { MakeChange } from './use-account';

interface AccountNameFormProps {
  /** As it is stored. */
  name: string;
  change: MakeChange;
  /** Saved, or left as it was. */
  onClose: (saved: boolean) => void;
}

/** The account's name as an input: Enter saves, Escape leaves it as it was. What is typed stays until then. */
export function AccountNameForm({ name, change, onClose }: AccountNameFormProps) {
  const [typed, setTyped] = useState(name);
  const [opened] = useState(name);
  const [problem, setProblem] = useState<string | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const [pending, setPending] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  const problemId = useId();
  useEffect(() => {
    input.current?.focus();
    input.current?.select();
  }, []);

  // The record may be read again under the open form: what was typed must not replace another admin's name unseen.
  const meanwhile = changedMeanwhile({ account_name: opened }, { account_name: name }, words);
  const news = meanwhile && !failure?.includes(meanwhile) ? meanwhile : null;

  const save = async (event: FormEvent) => {
    event.preventDefault();
    if (pending) return;
    const checked = accountName.safeParse(typed);
    setProblem(checked.success ? null : (checked.error.issues[0]?.message ?? null));
    setFailure(null);
    if (!checked.success) return input.current?.focus();
    if (checked.data === name) return onClose(false);
    setPending(true);
    try {
      await change(renaming(checked.data), ({ account_name }) => account_name === checked.data);
      onClose(true);
    } catch (error) {
      setFailure(messageOf(error));
      setPending(false);
      input.current?.focus();
    }
  };

  return (
    <form
      className="w-full max-w-[440px]"
      noValidate
      onKeyDown={(event) => event.key === 'Escape' && !pending && onClose(false)}
      onSubmit={save}
    >
      <Input
        aria-describedby={problem ? problemId : undefined}
        aria-invalid={problem ? true : undefined}
        aria-label="Account Name"
        autoComplete="organization"
        maxLength={limits.accountName.max}
        name="account_name"
        onChange={(event) => {
          setTyped(event.target.value);
          setProblem(null);
        }}
        readOnly={pending}
        ref={input}
        value={typed}
      />
      {problem && (
        <p className="mt-1.5 text-[13.5px] text-red" id={problemId} role="alert">
          {problem}
        </p>
      )}
      {failure && <Failure className="mt-2.5" message={failure} />}
      <p className={news ? 'mt-2 text-[15px]' : ''} role="status">
        {news}
      </p>
      <div className="mt-2.5 flex gap-2.5">
        <Button pending={pending} size="small" type="submit">
          {pending ? 'Saving...' : 'Save'}
        </Button>
        <Button disabled={pending} onClick={() => onClose(false)} size="small" variant="line">
          Cancel
        </Button>
      </div>
    </form>
  );
}

const words = { account_name: 'Account Name' };
