/**
 * The links of mails that do something: /action/user/:token. Looking at one changes nothing, so that no mail program that follows
 * links by itself does it; performing it needs a POST. 404 wrong, 410 `link_used` or `link_expired` with `data.kind`.
 */
import { z } from 'zod'
import { mailTopics } from '../auth/mailTopics.ts'
import { Token } from '../auth/secrets.ts'
import { contract } from '../lib/contract.ts'

export const ActionDescription = z.object({
  /** confirm_email, change_email, unsubscribe; other nouns add theirs. */
  kind: z.string(),
  /** Whether it is good only once. */
  is_single: z.boolean(),
  /** Whose it is. */
  name: z.string(),
  email: z.string().nullable().optional(),
  company_name: z.string().nullable().optional(),
  topic: z.enum(mailTopics).optional(),
})
export type ActionDescription = z.infer<typeof ActionDescription>

export const actions = contract({
  describe: {
    method: 'GET',
    path: '/action/:token',
    access: 'anyone',
    wall: 'platform',
    input: z.object({ token: Token }),
    returns: ActionDescription,
  },
  perform: {
    method: 'POST',
    path: '/action/:token',
    access: 'anyone',
    wall: 'platform',
    input: z.object({ token: Token }),
    returns: ActionDescription,
  },
})
