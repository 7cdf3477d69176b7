import { ContactScreen } from '@/components/site/contact/contact-screen';
import { contactPage, pageMetadata } from '@/lib/config/page-metadata';

export const metadata = pageMetadata(contactPage);

export default function ContactPage() {
  return <ContactScreen />;
}
