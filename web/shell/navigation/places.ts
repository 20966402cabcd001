/** Which places somebody is offered, which of them stand at the thumb, and which one a page belongs to. */
import { isOpen, seesOthers } from '../../lib/access.ts'
import type { Place } from '../../lib/screens.ts'

/** There is room for so many in the bottom bar, beside "More". */
const room = 4

type Can = Parameters<typeof seesOthers>[0]

/** The places whose screens somebody may open, without those that are not for them, by the names that they have for them. */
export const offeredPlaces = (places: readonly Place[], can: Can, companyId: number | null): Place[] =>
  places
    .filter(({ access }) => (typeof access === 'function' ? access(can) : isOpen(can, access)))
    .map(({ own, ...place }) => (own && !seesOthers(can, own.subject, companyId) ? { ...place, ...own } : place))

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
