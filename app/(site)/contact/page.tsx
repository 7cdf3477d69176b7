import { ContactScreen } from '@/components/site/contact/contact-screen';
import { pageMetadata } from '@/lib/config/page-metadata';

export const metadata = pageMetadata({
  title: 'Contact Us',
  description:
    'Ask about the alpha, the docs or your account, or tell us what the platform should do for you.',
});

export default function ContactPage() {
  return <ContactScreen />;
}
