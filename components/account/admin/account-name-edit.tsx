'use client';
import { useEffect, useRef, useState } from 'react';
import { Button } from '@/components/ui/button';
import { Outcome, type Result } from '@/components/ui/outcome';
import { AccountNameForm } from './account-name-form';
import type { MakeChange } from './use-account';

/** The account's name, and the way to change it in place. */
export function AccountNameEdit({ name, change }: { name: string; change: MakeChange }) {
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
