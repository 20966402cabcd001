import { invited } from '../companies/ports.ts'
import { on } from '../lib/events.ts'
import { inviteForms } from './table.ts'

export const formListeners = [
  on(invited, async (ctx, { companyId, inviteId, forms }) => {
    const starters = [...new Set(forms)].map(formId => ({ companyId, inviteId, formId }))
    if (starters.length > 0) await ctx.db.insert(inviteForms).values(starters)
  }),
]
