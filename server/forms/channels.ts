import { eq } from 'drizzle-orm'
import { editorsChannelPattern } from '#shared/forms/rules.ts'
import { allows } from '#shared/lib/rules.ts'
import { users } from '../accounts/table.ts'
import type { ChannelRule } from '../lib/http/broadcasting.ts'
import { forms } from './table.ts'

/** Who has a form open to edit it: those who may change it, each of whom sees the others. */
export const formChannels: ChannelRule[] = [
  {
    pattern: editorsChannelPattern,
    join: async ([, companyId, formId], { actor, ability, db }) => {
      if (Number(companyId) !== actor.companyId) return false
      const [form] = await db
        .select()
        .from(forms)
        .where(eq(forms.id, Number(formId)))
      if (!form || !allows(ability, 'update', 'Form', form)) return false
      const [user] = await db
        .select({ name: users.name, avatar: users.avatar })
        .from(users)
        .where(eq(users.id, actor.id))
      return user ? { user_id: String(actor.id), user_info: user } : false
    },
  },
]
