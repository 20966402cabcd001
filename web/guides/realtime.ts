import { api } from '../api.ts'
import { reactionsTo } from '../lib/realtime/reactions.ts'

const shapes = () => import('#shared/guides/contract.ts').then(contract => contract.guideEvents)

export const guideReactions = reactionsTo(shapes, {
  'guide.changed': (_, queries) => {
    queries.invalidateQueries({ queryKey: api.guides.key })
  },
})
