import type { QueryClient } from '@tanstack/react-query'
import type { SubjectRef } from '#shared/subjects/contract.ts'
import { registers, registersChannel, registry } from '#shared/subjects/registry.ts'
import type { Can } from '../lib/access.ts'
import { reactionsTo } from '../lib/realtime/reactions.ts'
import type { Screens } from '../lib/screens.ts'

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

const subjectReactions = reactionsTo(shapes, {
  'subjects.status_changed': read,
  'subjects.history_changed': read,
})

const mayRead = (can: Can) => registers.some(({ subject }) => can('read', subject))

export const subjectScreens = {
  reactions: subjectReactions,
  channels: ({ companyId, can }) => (companyId && mayRead(can) ? [registersChannel(companyId)] : []),
  copies: async whose => (await import('./copies.ts')).keepRegisters(whose),
  kinds: async () => (await import('./kinds.ts')).registerKinds,
} satisfies Screens
