import { api } from '../api.ts'
import { reactionsTo } from '../lib/realtime/reactions.ts'

const shapes = () => import('#shared/notifications/contract.ts').then(contract => contract.noticeEvents)

export const noticeReactions = reactionsTo(shapes, {
  'notice.created': (_, queries) => {
    queries.invalidateQueries({ queryKey: api.notices.key })
  },
})
