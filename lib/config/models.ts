import type { ModelConfig } from './models/model-config';
import { sandboxModels } from './models/sandbox';

/** The models that the product knows, in the order that decides between equals. */
export const models: readonly ModelConfig[] = [...sandboxModels];
