/** The body that EmailJS's client sends for a message of the contact form. */
export const contactEmail = (message: string) => ({
  lib_version: '4.4.1',
  user_id: 'switchyard',
  service_id: 'switchyard',
  template_id: 'switchyard_contact',
  template_params: {
    user_name: 'Grace',
    user_email: 'grace@example.test',
    message,
    to_name: 'Support Team',
  },
});
