import type { Metadata } from 'next';
import { TemplateScreen } from '@/components/usage/template-screen';

export const metadata: Metadata = { title: 'Template' };

/** /dashboard/admin/workflows/templates?name={name}: how a template ran for the account. */
export default function AccountTemplatePage() {
  return <TemplateScreen base="/dashboard/admin/workflows" />;
}
