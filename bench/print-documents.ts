import { documents } from './documents';

console.log(JSON.stringify(documents));
