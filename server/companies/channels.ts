import { eq } from 'drizzle-orm'
import type { ChannelRule } from '../lib/broadcasting.ts'
import { users } from '../users/table.ts'

/** Everyone at work in the company; guests neither see nor are seen. */
export const companyChannels: ChannelRule[] = [
  {
    pattern: /^presence-company\.(\d+)$/,
    join: async ([, companyId], { actor, db }) => {
      if (Number(companyId) !== actor.companyId || !actor.isEmployee) return false
      const [user] = await db
        .select({ name: users.name, avatar: users.avatar })
        .from(users)
        .where(eq(users.id, actor.id))
      return user ? { user_id: String(actor.id), user_info: user } : false
    },
  },
]
