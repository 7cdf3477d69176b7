import type { Metadata } from 'next';
import { nameInPath } from '@/components/usage/template-address';
import { TemplateScreen } from '@/components/usage/template-screen';

export const metadata: Metadata = { title: 'Template' };

/** /dashboard/workflows/templates/{name}: how a template ran for a person. */
export default async function TemplatePage({ params }: { params: Promise<{ name: string }> }) {
  const name = nameInPath((await params).name);
  return <TemplateScreen base="/dashboard/workflows" key={name} name={name} />;
}
