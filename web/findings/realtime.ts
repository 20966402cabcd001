import { api } from '../api.ts'
import { reactionsTo } from '../lib/realtime/reactions.ts'
import { todayKey } from '../tasks/queries.ts'

const shapes = () => import('#shared/findings/contract.ts').then(contract => contract.findingEvents)

export const findingReactions = reactionsTo(shapes, {
  'finding.changed': (_, queries) => {
    // Today shows them among the work of everybody.
    for (const queryKey of [api.findings.key, todayKey]) queries.invalidateQueries({ queryKey })
  },
})
