import type { Node } from '../expressions/node.ts'
import { namesAsked } from '../expressions/references.ts'
import type { Part } from './compile.ts'

/**
 * Gives each part its rank: one more than the highest of all that it waits for, which is what its expressions ask about, what it stands
 * in, and every question before it that can end the form. Returns those that wait for each other in a circle; they are ranked as if the
 * step that closes the circle were not there.
 */
export function rankParts(
  parts: Part[],
  byId: ReadonlyMap<string, Part>,
  treesOf: (part: Part) => (Node | undefined)[],
): Set<string> {
  const circular = new Set<string>()
  const done = new Set<Part>()
  const path: Part[] = []

  function rank(part: Part): number {
    if (done.has(part)) return part.rank
    const entered = path.indexOf(part)
    if (entered >= 0) {
      for (const waiting of path.slice(entered)) circular.add(waiting.id)
      return -1
    }
    path.push(part)
    part.rank = 1 + Math.max(-1, ...waitsFor(part).map(rank))
    path.pop()
    done.add(part)
    return part.rank
  }

  const enders = parts.filter(({ ends }) => ends)
  const waitsFor = (part: Part): Part[] => [
    ...(part.container ? [part.container] : []),
    ...[...namesAsked(treesOf(part))].flatMap(name => byId.get(name) ?? []),
    // What contains the question that ends the form comes before it and goes on after it.
    ...enders.filter(ender => ender.order < part.order),
  ]

  for (const part of parts) rank(part)
  return circular
}
