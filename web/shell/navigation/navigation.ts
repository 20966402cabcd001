/** The places a person can go, in the groups and the order of look.md. What somebody may not do is absent, not greyed. */
import { useRouter, useRouterState } from '@tanstack/react-router'
import { useMemo } from 'react'
import { useAbility } from '../../lib/ability.tsx'
import { isOpen, seesOthers } from '../../lib/access.ts'
import { declaredScreens, type Place, placeGroups } from '../../lib/screens.ts'
import { useUser } from '../../lib/session/session.ts'

export type PlaceGroup = { name: Place['group']; places: readonly Place[] }

/** The places that this person may open, in the order of the features. */
function useOpenPlaces(): readonly Place[] {
  const can = useAbility()
  const { routesByPath } = useRouter()
  const user = useUser()
  return useMemo(() => {
    const routes = Object.entries(routesByPath)
    const accessOf = (to: string) => routes.find(([path]) => path === to)?.[1].options.staticData?.access
    const all = declaredScreens().flatMap(({ places = [] }) => places)
    const reachable = all.filter(({ to }) => isOpen(can, accessOf(to)))
    return offeredPlaces(reachable, can, user?.company_id ?? null)
  }, [can, routesByPath, user])
}

/** The groups with the places that this person may open. */
export const usePlaces = (): PlaceGroup[] => grouped(useOpenPlaces())

/** The groups of the menu: a place that is a tab of another is found on that. */
export const useMenu = (): PlaceGroup[] => grouped(menuOf(useOpenPlaces()))

const grouped = (places: readonly Place[]): PlaceGroup[] =>
  placeGroups
    .map(name => ({ name, places: places.filter(({ group }) => group === name) }))
    .filter(({ places }) => places.length > 0)

/** The tabs above the present page, where it is one of several. */
export function useTabs(): Place[] {
  const path = useRouterState({ select: state => state.location.pathname })
  return tabsAt(path, useOpenPlaces())
}

/** The items of the bottom bar on phones, in the order of the navigation. */
export const usePlacesAtThumb = (): readonly Place[] => atThumb(useMenu().flatMap(group => group.places))

/** The address of the menu's place that the present page belongs to, if it belongs to any that this person is offered. */
export function useCurrentPlace(): string | undefined {
  const path = useRouterState({ select: state => state.location.pathname })
  const places = useOpenPlaces()
  const place = currentPlace(path, places)
  return place && headOf(place, places)?.to
}

/** For the link to a place: it is the present one when the page belongs to it, and not when its address only begins alike. */
export const presence = (to: string, current: string | undefined) =>
  ({ activeOptions: { exact: true }, 'aria-current': to === current ? 'page' : undefined }) as const

/** The navigation items that a person is offered, those of the bottom bar, and the one to which a page belongs. */

/** An administrator's in either menu: the home, the messages to support, and the log of all companies. */
const forBoth = ['/tasks', '/messaging', '/audit']

/** Bounds the items of the bottom bar, beside "More". */
const room = 4

type Can = Parameters<typeof seesOthers>[0]

/**
 * The places whose screens somebody may open, by the names that they have for them. An administrator without a company sees
 * the platform's alone, and in a company the company's alone.
 */
export const offeredPlaces = (places: readonly Place[], can: Can, companyId: number | null): Place[] =>
  places
    .filter(
      ({ group, to }) =>
        forBoth.includes(to) || !can('manage', 'Company') || (group === 'platform') === (companyId === null),
    )
    .filter(({ access }) => (typeof access === 'function' ? access(can) : isOpen(can, access)))
    .map(({ own, ...place }) => (own && !seesOthers(can, own.subject, companyId) ? { ...place, ...own } : place))

const familyOf = ({ to, within }: Place) => within ?? to

/** The entry of the menu for a place and its tabs: the first open tab where the place itself is not open. */
function headOf(place: Place, places: readonly Place[]): Place | undefined {
  const family = places.filter(other => familyOf(other) === familyOf(place))
  return family.find(({ within }) => within === undefined) ?? family[0]
}

/** The places that have an entry of their own in the menu. */
export const menuOf = (places: readonly Place[]): Place[] => places.filter(place => headOf(place, places) === place)

/** The tabs of the page at this address, that of the menu first; none where it would be the only one. */
export function tabsAt(path: string, places: readonly Place[]): Place[] {
  const here = places.find(({ to }) => to === path)
  if (!here) return []
  const head = headOf(here, places)
  const others = places.filter(other => other !== head && familyOf(other) === familyOf(here))
  return head && others.length > 0 ? [head, ...others] : []
}

/** Those of the lowest ranks, in the order in which they were. */
export function atThumb(places: readonly Place[]): Place[] {
  const ranks = places.flatMap(({ atThumb }) => atThumb ?? []).sort((one, other) => one - other)
  const last = ranks[Math.min(room, ranks.length) - 1] ?? 0
  return places.filter(({ atThumb }) => atThumb !== undefined && atThumb <= last)
}

/** The place that a page belongs to: of those whose addresses it begins with, the one with the longest. */
export function currentPlace(path: string, places: readonly Place[]): Place | undefined {
  const lengthOf = ({ to, pages = [] }: Place) =>
    Math.max(0, ...[to, ...pages].filter(start => isBelow(path, start)).map(start => start.length))
  const [nearest] = places
    .map(place => ({ place, length: lengthOf(place) }))
    .filter(({ length }) => length > 0)
    .sort((one, other) => other.length - one.length)
  return nearest?.place
}

const isBelow = (path: string, start: string) =>
  path === start || path.startsWith(start.endsWith('/') ? start : `${start}/`)
