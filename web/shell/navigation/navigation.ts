/** The places a person can go, in the groups and the order of look.md. What somebody may not do is absent, not greyed. */
import { useRouter, useRouterState } from '@tanstack/react-router'
import { useMemo } from 'react'
import { features } from '../../features.ts'
import { useAbility } from '../../lib/ability.tsx'
import { isOpen } from '../../lib/access.ts'
import { type Place, placeGroups, type Screens } from '../../lib/screens.ts'
import { useUser } from '../../lib/session/session.ts'
import { atThumb, currentPlace, offeredPlaces } from './places.ts'

export type PlaceGroup = { name: Place['group']; places: readonly Place[] }

const all = (features as readonly Screens[]).flatMap(({ places = [] }) => places)

/** The places that this person may open, in the order of the features. */
function useOpenPlaces(): readonly Place[] {
  const can = useAbility()
  const { routesByPath } = useRouter()
  const companyId = useUser()?.company_id ?? null
  return useMemo(() => {
    const routes = Object.entries(routesByPath)
    const accessOf = (to: string) => routes.find(([path]) => path === to)?.[1].options.staticData?.access
    const reachable = all.filter(({ to }) => isOpen(can, accessOf(to)))
    return offeredPlaces(reachable, can, companyId)
  }, [can, routesByPath, companyId])
}

/** The groups with the places that this person may open. */
export function usePlaces(): PlaceGroup[] {
  const open = useOpenPlaces()
  return placeGroups
    .map(name => ({ name, places: open.filter(({ group }) => group === name) }))
    .filter(({ places }) => places.length > 0)
}

/** What stands at the thumb, on phones, in the order of the navigation. */
export const usePlacesAtThumb = (): readonly Place[] => atThumb(usePlaces().flatMap(group => group.places))

/** The address of the place that the present page belongs to, if it belongs to any that this person is offered. */
export function useCurrentPlace(): string | undefined {
  const path = useRouterState({ select: state => state.location.pathname })
  return currentPlace(path, useOpenPlaces())?.to
}

/** For the link to a place: it is the present one when the page belongs to it, and not when its address only begins alike. */
export const presence = (to: string, current: string | undefined) =>
  ({ activeOptions: { exact: true }, 'aria-current': to === current ? 'page' : undefined }) as const
