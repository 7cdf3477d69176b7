'use client';
import { usePathname } from 'next/navigation';
import { useLayoutEffect, useState } from 'react';
import { takeAdminsOnly } from './return-to';

/** Says to a developer whom the admin guard sent here why they are here, until they go on. */
export function AdminsOnlyNote() {
  const pathname = usePathname();
  const [refusedAt, setRefusedAt] = useState<string | null>(null);
  // Before the page is painted, so that it doesn't move.
  useLayoutEffect(() => {
    if (takeAdminsOnly()) setRefusedAt(pathname);
  }, [pathname]);
  return (
    // An alert: a status that comes with its text isn't read out.
    <div role="alert">
      {refusedAt === pathname && (
        <p className="mb-6 rounded-panel border border-rule bg-white px-4 py-3 text-[15px]">
          That page is for admins. Ask an admin of your account for access.
        </p>
      )}
    </div>
  );
}
