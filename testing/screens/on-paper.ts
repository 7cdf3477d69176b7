import { cdp } from 'vitest/browser';

/** Looks at the page as it's printed. Only Chromium can do that. */
export async function onPaper(look: () => void | Promise<void>): Promise<void> {
  await setMedia('print');
  try {
    await look();
  } finally {
    await setMedia('');
  }
}

async function setMedia(media: 'print' | ''): Promise<void> {
  await cdp().send('Emulation.setEmulatedMedia', { media });
}
