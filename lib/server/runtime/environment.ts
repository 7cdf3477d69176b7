import { readEnvironment } from '@/lib/config/environment';

/** The configuration of this process, read once; a wrong variable throws on first import. */
export const environment = readEnvironment(process.env);
