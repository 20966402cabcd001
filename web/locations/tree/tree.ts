import { quotient } from '#shared/lib/decimals.ts'
import type { PlaceInTree } from '#shared/locations/contract.ts'

/** A place with its parts, and the number of animals on all of them. */
export type TreePlace = PlaceInTree & { parts: TreePlace[]; allHeads: number }

/**
 * The places as trees. A part of a place that is not among them is at the top; a circle, which the server refuses, is
 * left out.
 */
export function treesOf(places: readonly PlaceInTree[]): TreePlace[] {
  const known = new Set(places.map(({ id }) => id))
  const ofParent = Map.groupBy(places, ({ parent_id: parent }) => (parent && known.has(parent) ? parent : 0))
  const grown = (place: PlaceInTree): TreePlace => {
    const parts = (ofParent.get(place.id) ?? []).map(grown)
    return { ...place, parts, allHeads: parts.reduce((sum, part) => sum + part.allHeads, place.heads) }
  }
  return (ofParent.get(0) ?? []).map(grown)
}

/** The ids of a place and all its parts. */
export const idsWithin = (place: TreePlace): number[] => [place.id, ...place.parts.flatMap(idsWithin)]

/** Finds the place with this id at any depth. */
export function findIn(trees: readonly TreePlace[], id: number): TreePlace | undefined {
  for (const tree of trees) {
    const found = tree.id === id ? tree : findIn(tree.parts, id)
    if (found) return found
  }
}

/** How densely a place is stocked: square metres for each animal, and whether there are more than there is room for. */
export function stockingOf({ allHeads, floor_area: area, capacity_heads: capacity }: TreePlace) {
  return {
    perHead: area !== null && allHeads > 0 ? quotient(area, allHeads) : null,
    isOver: capacity !== null && allHeads > capacity,
  }
}
