'use client';
import { useState } from 'react';
import { useClient } from 'urql';
import { changedMeanwhile } from '@/lib/format/changed-meanwhile';
import type { AdminUser } from './admin-user';
import { readUser } from './read-user';
import { userFieldWords } from './user-field-words';

/** A user whose form is open: the record as last read, and what somebody else has changed in it since it was opened. */
export function useEditedUser(user: AdminUser) {
  const client = useClient();
  const [present, setPresent] = useState(user);
  const [meanwhile, setMeanwhile] = useState<string | null>(null);
  return {
    present,
    /** A sentence, or null where nothing changed at the last reading. */
    meanwhile,
    readAgain: async () => {
      const stored = await readUser(client, user.id);
      if (!stored) return;
      setMeanwhile(changedMeanwhile(present, stored, userFieldWords));
      setPresent(stored);
    },
  };
}
