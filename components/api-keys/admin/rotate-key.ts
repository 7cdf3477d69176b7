import { rotationWords } from '@/components/api-keys/grace-select';
import { rotateSecret } from '@/components/api-keys/rotate-secret';
import type { KeyDeed } from './key-deed';

/** Its answer is the new secret. */
export const rotateKey: KeyDeed = {
  question: 'Rotate this API key?',
  label: 'Rotate',
  offersGrace: true,
  consequence: (_key, grace) => rotationWords(grace),
  done: 'API key rotated.',
  tone: 'danger',
  send: rotateSecret,
};
