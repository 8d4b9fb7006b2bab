/** What the intake hands to the queue: one webhook that asks for something. */
import { z } from 'zod';
import { Intent } from './intent.ts';

export const DELIVERY_ID = /^[0-9A-Za-z][0-9A-Za-z-]{0,63}$/;

export const Delivery = z.object({
  /** GitHub's GUID; a redelivery has the same one. */
  deliveryId: z.string().regex(DELIVERY_ID),
  event: z.string(),
  receivedAt: z.iso.datetime(),
  intent: Intent,
});
export type Delivery = z.infer<typeof Delivery>;
