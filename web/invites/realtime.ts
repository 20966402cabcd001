import { api } from '../api.ts'
import { reactionsTo } from '../lib/realtime/reactions.ts'

const shapes = () => import('#shared/companies/invites.ts').then(contract => contract.inviteEvents)

export const inviteReactions = reactionsTo(shapes, {
  'invites.changed': (_, queries) => {
    queries.invalidateQueries({ queryKey: api.invites.key })
    queries.invalidateQueries({ queryKey: api.companies.members.key })
  },
})
