import { reactionsTo } from '../lib/realtime/reactions.ts'

const shapes = () => import('#shared/reports/contract.ts').then(contract => contract.reportEvents)

export const reportReactions = reactionsTo(shapes, {
  'report.changed': (_, queries) => {
    queries.invalidateQueries({ queryKey: ['reports'] })
  },
  'share.changed': (_, queries) => {
    queries.invalidateQueries({ queryKey: ['shares'] })
  },
})
