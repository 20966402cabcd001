import { api } from '../api.ts'
import { reactionsTo } from '../lib/realtime/reactions.ts'

const shapes = () => import('#shared/reports/contract.ts').then(contract => contract.reportEvents)

export const reportReactions = reactionsTo(shapes, {
  'report.changed': (_, queries) => {
    queries.invalidateQueries({ queryKey: api.reports.key })
  },
  'share.changed': (_, queries) => {
    queries.invalidateQueries({ queryKey: api.shares.key })
  },
})
