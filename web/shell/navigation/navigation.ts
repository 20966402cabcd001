/** The pages a person can go to, in their groups and order. What somebody may not do is absent, not greyed. */
import { useRouter, useRouterState } from '@tanstack/react-router'
import { useMemo } from 'react'
import { useAbility } from '../../lib/ability.tsx'
import { isOpen, seesOthers } from '../../lib/access.ts'
import { declaredFeatures, type NavItem, navGroups } from '../../lib/feature.ts'
import { useUser } from '../../lib/session/session.ts'

export type NavGroup = { name: NavItem['group']; items: readonly NavItem[] }

/** The items that this person may open, in the order of the features. */
function useOpenItems(): readonly NavItem[] {
  const can = useAbility()
  const { routesByPath } = useRouter()
  const user = useUser()
  return useMemo(() => {
    const routes = Object.entries(routesByPath)
    const accessOf = (to: string) => routes.find(([path]) => path === to)?.[1].options.staticData?.access
    const all = declaredFeatures().flatMap(({ navigation = [] }) => navigation)
    const reachable = all.filter(({ to }) => isOpen(can, accessOf(to)))
    return offeredItems(reachable, can, user?.company_id ?? null)
  }, [can, routesByPath, user])
}

/** The groups with the items that this person may open. */
export const useNavigation = (): NavGroup[] => grouped(useOpenItems())

/** The groups of the menu: an item that is a tab of another is found on that. */
export const useMenu = (): NavGroup[] => grouped(menuOf(useOpenItems()))

const grouped = (items: readonly NavItem[]): NavGroup[] =>
  navGroups
    .map(name => ({ name, items: items.filter(({ group }) => group === name) }))
    .filter(({ items }) => items.length > 0)

/** The tabs above the present page, where it is one of several. */
export function useTabs(): NavItem[] {
  const path = useRouterState({ select: state => state.location.pathname })
  return tabsAt(path, useOpenItems())
}

/** The items of the bottom bar on phones, in the order of the navigation. */
export const useBottomBarItems = (): readonly NavItem[] => bottomBarItems(useMenu().flatMap(group => group.items))

/** The address of the menu's item that the present page belongs to, if it belongs to any that this person is offered. */
export function useCurrentItem(): string | undefined {
  const path = useRouterState({ select: state => state.location.pathname })
  const items = useOpenItems()
  const item = currentItem(path, items)
  return item && headOf(item, items)?.to
}

/** For the link to an item: it is the present one when the page belongs to it, and not when its address only begins alike. */
export const presence = (to: string, current: string | undefined) =>
  ({ activeOptions: { exact: true }, 'aria-current': to === current ? 'page' : undefined }) as const

// The navigation items that a person is offered, those of the bottom bar, and the one to which a page belongs.

/** An administrator's in either menu: the home, the messages to support, and the log of all companies. */
const forBoth = ['/tasks', '/messaging', '/audit']

/** Bounds the items of the bottom bar, beside "More". */
const room = 4

type Can = Parameters<typeof seesOthers>[0]

/**
 * The items whose screens somebody may open, by the names that they have for them. An administrator without a company sees
 * the platform's alone, and in a company the company's alone.
 */
export const offeredItems = (items: readonly NavItem[], can: Can, companyId: number | null): NavItem[] =>
  items
    .filter(
      ({ group, to }) =>
        forBoth.includes(to) || !can('manage', 'Company') || (group === 'platform') === (companyId === null),
    )
    .filter(({ access }) => (typeof access === 'function' ? access(can) : isOpen(can, access)))
    .map(({ own, ...item }) => (own && !seesOthers(can, own.subject, companyId) ? { ...item, ...own } : item))

const familyOf = ({ to, within }: NavItem) => within ?? to

/** The entry of the menu for an item and its tabs: the first open tab where the item itself is not open. */
function headOf(item: NavItem, items: readonly NavItem[]): NavItem | undefined {
  const family = items.filter(other => familyOf(other) === familyOf(item))
  return family.find(({ within }) => within === undefined) ?? family[0]
}

/** The items that have an entry of their own in the menu. */
export const menuOf = (items: readonly NavItem[]): NavItem[] => items.filter(item => headOf(item, items) === item)

/** The tabs of the page at this address, that of the menu first; none where it would be the only one. */
export function tabsAt(path: string, items: readonly NavItem[]): NavItem[] {
  const here = items.find(({ to }) => to === path)
  if (!here) return []
  const head = headOf(here, items)
  const others = items.filter(other => other !== head && familyOf(other) === familyOf(here))
  return head && others.length > 0 ? [head, ...others] : []
}

/** Those of the lowest ranks, in the order in which they were. */
export function bottomBarItems(items: readonly NavItem[]): NavItem[] {
  const ranks = items.flatMap(({ bottomBarOrder }) => bottomBarOrder ?? []).sort((one, other) => one - other)
  const last = ranks[Math.min(room, ranks.length) - 1] ?? 0
  return items.filter(({ bottomBarOrder }) => bottomBarOrder !== undefined && bottomBarOrder <= last)
}

/** The item that a page belongs to: of those whose addresses it begins with, the one with the longest. */
export function currentItem(path: string, items: readonly NavItem[]): NavItem | undefined {
  const lengthOf = ({ to, pages = [] }: NavItem) =>
    Math.max(0, ...[to, ...pages].filter(start => isBelow(path, start)).map(start => start.length))
  const [nearest] = items
    .map(item => ({ item, length: lengthOf(item) }))
    .filter(({ length }) => length > 0)
    .sort((one, other) => other.length - one.length)
  return nearest?.item
}

const isBelow = (path: string, start: string) =>
  path === start || path.startsWith(start.endsWith('/') ? start : `${start}/`)
