'use client';
import { type FormEvent, useEffect, useId, useRef, useState } from 'react';
import { AccountStatus } from '@/components/account/account-status';
import { AccountSection } from '@/components/account/sections';
import { Button } from '@/components/ui/button';
import { CopyButton } from '@/components/ui/copy-button';
import { Input } from '@/components/ui/form';
import { Moment } from '@/components/ui/moment';
import { Failure, Outcome, type Result } from '@/components/ui/outcome';
import { Fact } from '@/components/ui/stat';
import { UnsavedChanges } from '@/components/ui/unsaved-changes';
import { limits } from '@/lib/config/limits';
import { changedMeanwhile } from '@/lib/format/changed-meanwhile';
import { messageOf } from '@/lib/graphql-client/client-errors';
import { checkSession } from '@/lib/graphql-client/session-store';
import { accountName } from '@/lib/validation/account';
import { type AccountRecord, type ChangeAccount, renaming } from './use-account';

interface CompanyProfileProps {
  account: AccountRecord;
  change: ChangeAccount;
}

/** The account's name, which is edited in place, and its identifiers. */
export function CompanyProfile({ account, change }: CompanyProfileProps) {
  return (
    <AccountSection title="Company Profile">
      <dl className="divide-y divide-rule text-[15px]">
        <Fact name="Account Name">
          <AccountNameEdit change={change} name={account.account_name} />
        </Fact>
        <Fact name="Account ID">
          <code className="font-mono text-[14px]">{account.id}</code>
          <CopyButton value={account.id} what="account ID" />
        </Fact>
        <Fact name="Created">
          <Moment at={account.createdAt} inline />
        </Fact>
        <Fact name="Status">
          <AccountStatus status={account.status} />
        </Fact>
      </dl>
    </AccountSection>
  );
}

/** The account's name, and the way to change it in place. */
function AccountNameEdit({ name, change }: { name: string; change: ChangeAccount }) {
  const [editing, setEditing] = useState(false);
  const [result, setResult] = useState<Result | null>(null);
  const edit = useRef<HTMLButtonElement>(null);
  const wasEditing = useRef(false);
  useEffect(() => {
    // The form has gone, and the focus with it.
    if (wasEditing.current && !editing) edit.current?.focus();
    wasEditing.current = editing;
  }, [editing]);

  return (
    <>
      {editing ? (
        <AccountNameForm
          change={change}
          name={name}
          onClose={(saved) => {
            setEditing(false);
            setResult(saved ? { done: true, text: 'Account name saved.' } : null);
          }}
        />
      ) : (
        <>
          <bdi className="min-w-0">{name}</bdi>
          <Button
            onClick={() => {
              setResult(null);
              setEditing(true);
            }}
            ref={edit}
            size="small"
            variant="line"
          >
            Edit<span className="sr-only"> account name</span>
          </Button>
        </>
      )}
      <Outcome result={result} />
    </>
  );
}

interface AccountNameFormProps {
  /** As it is stored. */
  name: string;
  change: ChangeAccount;
  /** Saved, or left as it was. */
  onClose: (saved: boolean) => void;
}

/** The account's name as an input: Enter saves, Escape leaves it as it was. Typed text stays until then. */
function AccountNameForm({ name, change, onClose }: AccountNameFormProps) {
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

  // The record may be read again under the open form: what was typed mustn't replace another admin's name unseen.
  const concurrentChange = changedMeanwhile({ account_name: opened }, { account_name: name }, words);
  const news = concurrentChange && !failure?.includes(concurrentChange) ? concurrentChange : null;

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
      await change(renaming(checked.data));
      // The header shows it too.
      void checkSession({ quietly: true });
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
      <UnsavedChanges when={typed !== opened} />
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
