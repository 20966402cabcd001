import { registry } from '#shared/subjects/registry.ts'
import { reactionsTo } from '../lib/realtime/reactions.ts'

const shapes = () => import('#shared/subjects/contract.ts').then(contract => contract.subjectEvents)

/** What shows the state of a row is read again: the registers, and what names their rows. */
export const subjectReactions = reactionsTo(shapes, {
  'subjects.status_changed': ({ subjects }, queries) => {
    const changed = new Set([...subjects.map(({ type }) => registry[type].noun), 'tasks', 'submissions'])
    for (const noun of changed) queries.invalidateQueries({ queryKey: [noun] })
  },
})
