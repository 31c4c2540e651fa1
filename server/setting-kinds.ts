import { z } from '#shared/zod.ts';

/** Kinds of settings: an empty one is like one that is not set. */

export const blankIsUnset = <T extends z.ZodType>(schema: T) =>
  z.preprocess((value) => (value === '' ? undefined : value), schema);

export const secret = () => blankIsUnset(z.string().trim().min(1).optional());
