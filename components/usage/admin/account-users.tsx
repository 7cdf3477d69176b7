import { StatCaption, StatCell, StatNumber, StatRow } from '@/components/ui/stat';
import { TextLink } from '@/components/ui/text-link';
import { formatCount } from '@/lib/format/number';

/** How many people the account has, disabled ones too, and the way to them. */
export function AccountUsers({ total }: { total: number }) {
  return (
    <StatRow>
      <StatCell>
        <StatCaption>Total users</StatCaption>
        <div className="flex flex-wrap items-baseline justify-between gap-x-6">
          <StatNumber>{formatCount(total)}</StatNumber>
          <TextLink href="/dashboard/admin/users">Manage Users</TextLink>
        </div>
      </StatCell>
    </StatRow>
  );
}
