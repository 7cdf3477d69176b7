import type { Metadata } from 'next';
import { nameInPath } from '@/components/usage/template-address';
import { TemplateScreen } from '@/components/usage/template-screen';

export const metadata: Metadata = { title: 'Template' };

/** /dashboard/admin/workflows/templates/{name}: how a template ran for the account. */
export default async function AccountTemplatePage({ params }: { params: Promise<{ name: string }> }) {
  const name = nameInPath((await params).name);
  return <TemplateScreen base="/dashboard/admin/workflows" key={name} name={name} />;
}
