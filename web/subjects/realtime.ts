import type { SubjectType } from '#shared/lib/subjects.ts'
import { reactionsTo } from '../lib/reactions.ts'

const shapes = () => import('#shared/subjects/contract.ts').then(contract => contract.subjectEvents)

const nouns: Record<SubjectType, string> = {
  animal: 'animals',
  animal_group: 'animalGroups',
  location: 'locations',
  vehicle: 'vehicles',
}

/** What shows the state of a row is read again: the registers, and what names their rows. */
export const subjectReactions = reactionsTo(shapes, {
  'subjects.status_changed': ({ subjects }, queries) => {
    const changed = new Set([...subjects.map(({ type }) => nouns[type]), 'tasks', 'submissions'])
    for (const noun of changed) queries.invalidateQueries({ queryKey: [noun] })
  },
})
