'use client';
import { usePathname } from 'next/navigation';
import { useEffect, useState } from 'react';
import { takeAdminsOnly } from './return-to';

/** Says to a developer whom the admin guard sent here why they are here, until they go on. */
export function AdminsOnlyNote() {
  const pathname = usePathname();
  const [refusedAt, setRefusedAt] = useState<string | null>(null);
  useEffect(() => {
    if (takeAdminsOnly()) setRefusedAt(pathname);
  }, [pathname]);
  return (
    <div role="status">
      {refusedAt === pathname && (
        <p className="mb-6 rounded-panel border border-rule bg-white px-4 py-3 text-[15px]">
          That page is for admins. Ask an admin of your account for access.
        </p>
      )}
    </div>
  );
}
