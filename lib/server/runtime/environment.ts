import { projectEnvironment } from './project-environment';

/** The configuration of this process, read once: a wrong variable stops the first import. */
export const environment = projectEnvironment();
