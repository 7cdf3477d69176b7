import type { Metadata } from 'next';
import { TemplateScreen } from '@/components/usage/template-screen';

export const metadata: Metadata = { title: 'Template' };

/** /dashboard/workflows/templates?name={name}: how a template ran for a person. */
export default function TemplatePage() {
  return <TemplateScreen base="/dashboard/workflows" />;
}
