import { reactionsTo } from '../lib/realtime/reactions.ts'

const shapes = () => import('#shared/reports/contract.ts').then(contract => contract.reportEvents)

export const reportReactions = reactionsTo(shapes, {
  'report.changed': (_, queries) => {
    queries.invalidateQueries({ queryKey: ['reports'] })
  },
})

const shareShapes = () => import('#shared/shares/contract.ts').then(contract => contract.shareEvents)

export const shareReactions = reactionsTo(shareShapes, {
  'share.changed': (_, queries) => {
    queries.invalidateQueries({ queryKey: ['shares'] })
  },
})
