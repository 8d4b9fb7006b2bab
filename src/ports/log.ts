/** Static messages; fields carry the data (see `app/create-log.ts`). */
export type { Logger } from 'pino';
