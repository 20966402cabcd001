import type { QueryClient } from '@tanstack/react-query'
import type { SubjectRef } from '#shared/subjects/contract.ts'
import { registry } from '#shared/subjects/registry.ts'
import { reactionsTo } from '../lib/realtime/reactions.ts'

const shapes = () => import('#shared/subjects/contract.ts').then(contract => contract.subjectEvents)

type Told = { subjects: SubjectRef[] }

/**
 * What shows such rows is read again: the registers, what happened to them, and what names them. With a group its animals move, and with
 * both how many stand on a place.
 */
const read = ({ subjects }: Told, queries: QueryClient) => {
  const changed = new Set(subjects.map(({ type }) => registry[type].feature))
  for (const feature of [
    ...changed,
    'animals',
    'placeTree',
    'tasks',
    'submissions',
    'animalEvents',
    'groupEvents',
    'vehicleLog',
    'timeline',
  ])
    queries.invalidateQueries({ queryKey: [feature] })
}

export const subjectReactions = reactionsTo(shapes, {
  'subjects.status_changed': read,
  'subjects.history_changed': read,
})
