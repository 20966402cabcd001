import { reactionsTo } from '../lib/realtime/reactions.ts'

const shapes = () => import('#shared/companies/invites.ts').then(contract => contract.inviteEvents)

export const inviteReactions = reactionsTo(shapes, {
  'invites.changed': (_, queries) => {
    queries.invalidateQueries({ queryKey: ['invites'] })
    queries.invalidateQueries({ queryKey: ['companies', 'members'] })
  },
})
