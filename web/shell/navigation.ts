/** The places a person can go, in the groups and the order of look.md. What a role may not do is absent, not greyed. */
import {
  type Icon,
  IconBuilding,
  IconBuildingCommunity,
  IconCalendarCheck,
  IconClipboardText,
  IconCreditCard,
  IconFence,
  IconForms,
  IconHistory,
  IconListCheck,
  IconMapPin,
  IconPencilCheck,
  IconShieldCheck,
  IconTag,
  IconTags,
  IconTruck,
  IconUserCog,
  IconUsers,
} from '@tabler/icons-react'
import { useRouter, useRouterState } from '@tanstack/react-router'
import type { ComponentType } from 'react'
import { useAbility } from '../lib/ability.tsx'
import { isAudience } from '../lib/guard.ts'
import { useUser } from '../lib/session.ts'
import { NewTaskCount } from '../tasks/NewTaskCount.tsx'

export type Place = {
  to: string
  /** The end of its text's key, `shell.places.…`. */
  name:
    | 'today'
    | 'fillIn'
    | 'tasks'
    | 'forms'
    | 'submissions'
    | 'animals'
    | 'animalGroups'
    | 'locations'
    | 'vehicles'
    | 'company'
    | 'people'
    | 'roles'
    | 'plans'
    | 'audit'
    | 'companies'
    | 'users'
    | 'offers'
    | 'legal'
  icon: Icon
  /** The subject that one must be allowed to read, or to do `action` with. */
  subject: string
  action?: string
  /** Stands in the bottom bar of phones. */
  atThumb?: true
  /** Stands beside its name: how much is new there. */
  badge?: ComponentType
}
export type PlaceGroup = { name: 'daily' | 'work' | 'places' | 'company' | 'platform'; places: Place[] }

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
      { to: '/vehicles', name: 'vehicles', icon: IconTruck, subject: 'Vehicle' },
    ],
  },
  {
    name: 'company',
    places: [
      { to: '/company', name: 'company', icon: IconBuilding, subject: 'Company' },
      { to: '/company/users', name: 'people', icon: IconUsers, subject: 'Invite' },
      { to: '/company/roles', name: 'roles', icon: IconShieldCheck, subject: 'Role', action: 'update' },
      { to: '/company/plans', name: 'plans', icon: IconCreditCard, subject: 'CompanyPlan' },
      { to: '/audit', name: 'audit', icon: IconHistory, subject: 'AuditEntry' },
    ],
  },
  {
    name: 'platform',
    places: [
      { to: '/company/list', name: 'companies', icon: IconBuildingCommunity, subject: 'Plan', action: 'update' },
      { to: '/users', name: 'users', icon: IconUserCog, subject: 'User', action: 'manage' },
      { to: '/plans', name: 'offers', icon: IconTags, subject: 'Plan', action: 'update' },
      { to: '/legal', name: 'legal', icon: IconForms, subject: 'Legal', action: 'manage' },
    ],
  },
]

/** The groups with the places that this person may open. */
export function usePlaces(): PlaceGroup[] {
  const can = useAbility()
  const user = useUser()
  const { routesByPath } = useRouter()
  const mayOpen = ({ to, subject, action = 'read' }: Place) => {
    const route = Object.entries(routesByPath).find(([path]) => path === to)?.[1]
    return route !== undefined && isAudience(user, route.options.staticData?.audience) && can(action, subject)
  }
  return groups
    .map(group => ({
      ...group,
      places: group.places.filter(mayOpen),
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
