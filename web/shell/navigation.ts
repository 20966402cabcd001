/** The places a person can go, in the groups and the order of look.md. What a role may not do is absent, not greyed. */
import {
  type Icon,
  IconCalendarCheck,
  IconClipboardText,
  IconFence,
  IconForms,
  IconListCheck,
  IconMapPin,
  IconPencilCheck,
  IconTag,
} from '@tabler/icons-react'
import { useRouter, useRouterState } from '@tanstack/react-router'
import type { ComponentType } from 'react'
import { useAbility } from '../lib/ability.tsx'
import { NewTaskCount } from '../tasks/NewTaskCount.tsx'

export type Place = {
  to: string
  /** The end of its text's key, `shell.places.…`. */
  name: 'today' | 'fillIn' | 'tasks' | 'forms' | 'submissions' | 'animals' | 'animalGroups' | 'locations'
  icon: Icon
  /** The subject that one must be allowed to read. */
  subject: string
  /** Stands in the bottom bar of phones. */
  atThumb?: true
  /** Stands beside its name: how much is new there. */
  badge?: ComponentType
}
export type PlaceGroup = { name: 'daily' | 'work' | 'places'; places: Place[] }

const groups: PlaceGroup[] = [
  {
    name: 'daily',
    places: [
      {
        to: '/tasks',
        name: 'today',
        icon: IconCalendarCheck,
        subject: 'SentTask',
        atThumb: true,
        badge: NewTaskCount,
      },
      { to: '/submission', name: 'fillIn', icon: IconPencilCheck, subject: 'Submission', atThumb: true },
    ],
  },
  {
    name: 'work',
    places: [
      { to: '/company/tasks', name: 'tasks', icon: IconListCheck, subject: 'Task', atThumb: true },
      { to: '/forms', name: 'forms', icon: IconForms, subject: 'Form', atThumb: true },
      { to: '/submission/filled', name: 'submissions', icon: IconClipboardText, subject: 'Submission', atThumb: true },
    ],
  },
  {
    name: 'places',
    places: [
      { to: '/animals', name: 'animals', icon: IconTag, subject: 'Animal', atThumb: true },
      { to: '/animals/groups', name: 'animalGroups', icon: IconFence, subject: 'AnimalGroup' },
      { to: '/locations', name: 'locations', icon: IconMapPin, subject: 'Location' },
    ],
  },
]

/** The groups with the places that this person may open. */
export function usePlaces(): PlaceGroup[] {
  const can = useAbility()
  const { routesByPath } = useRouter()
  return groups
    .map(group => ({
      ...group,
      places: group.places.filter(({ to, subject }) => to in routesByPath && can('read', subject)),
    }))
    .filter(group => group.places.length > 0)
}

/** The address of the place that the present page belongs to: the longest that it begins with. */
export function useCurrentPlace(): string | undefined {
  const path = useRouterState({ select: state => state.location.pathname })
  const found = groups
    .flatMap(group => group.places)
    .map(place => place.to)
    .filter(to => path === to || path.startsWith(`${to}/`))
  return found.sort((one, other) => other.length - one.length)[0]
}
