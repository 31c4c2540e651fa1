import { count, id, line, moment, optional, paragraph } from '#shared/contract/fields.ts';
import { z } from '#shared/contract/zod.ts';

/** The acts of administrators on accounts, with their reasons. */

const reason = () => paragraph(500).min(1, 'Enter a reason.');

export const trialExtension = z
  .object({
    days: z.number().int().min(1).max(365),
    /** For the audit log. */
    reason: reason().optional(),
  })
  .meta({ id: 'TrialExtension' });

/** Every act needs a reason, for the audit log. */
export const act = z.object({ reason: reason() }).meta({ id: 'Act' });
export type Act = z.output<typeof act>;

export const suspension = act
  .extend({
    /** True if the public pages answer 404 meanwhile; otherwise they stay. */
    hidesPages: z.boolean(),
    /** The message to the suspended person. */
    message: optional(paragraph(500)),
  })
  .meta({ id: 'Suspension' });
export type Suspension = z.output<typeof suspension>;

/** The username is typed to confirm. */
export const adminDeletion = act
  .extend({ username: line().min(1, 'Type the username.') })
  .meta({ id: 'AdminDeletion' });
export type AdminDeletion = z.output<typeof adminDeletion>;

/** Who becomes the owner of a team: a username or an email address. */
export const appointment = act
  .extend({ username: line().min(1, 'Enter a username.') })
  .meta({ id: 'Appointment' });
export type Appointment = z.output<typeof appointment>;

export const ADMIN_ACTS = ['suspend', 'restore', 'endSessions', 'sendReset', 'delete'] as const;
/** Those on a team. */
export const ADMIN_TEAM_ACTS = ['suspend', 'restore', 'appoint', 'delete', 'bringBack'] as const;
/** The form of all acts on the screen. */
export const adminActForm = act.extend({
  act: z.enum([...ADMIN_ACTS, ...ADMIN_TEAM_ACTS]),
  pages: z.enum(['hidden', 'shown']),
  message: z.string().max(500),
  username: z.string(),
});
export type AdminActForm = z.output<typeof adminActForm>;

/** The state of an account that an administrator needs to know before acting on it. */
export const adminUserState = z
  .object({
    id,
    suspendedAt: moment.nullable(),
    hidesPages: z.boolean(),
    message: z.string().nullable(),
    openSessions: count,
    /** True if this server could mail them a password reset. */
    sendsMail: z.boolean(),
  })
  .meta({ id: 'AdminUserState' });
export type AdminUserState = z.output<typeof adminUserState>;
