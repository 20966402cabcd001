import type { Part } from './compile.ts'

/**
 * Assigns each part a rank above its dependencies: the parts that its expressions read, its container, and every
 * earlier question that can end the form. Returns the parts in circles, which are ranked as if the closing step were
 * missing.
 */
export function rankParts(
  parts: Part[],
  byId: ReadonlyMap<string, Part>,
  namesOf: (part: Part) => ReadonlySet<string>,
): Set<string> {
  const enders = parts.filter(({ ends }) => ends)
  const waitsFor = (part: Part): Part[] => [
    ...(part.container ? [part.container] : []),
    ...[...namesOf(part)].flatMap(name => byId.get(name) ?? []),
    // Containers of the question that ends the form come before it and continue after it.
    ...enders.filter(ender => ender.order < part.order),
  ]

  const circular = new Set<string>()
  const done = new Set<Part>()
  // Uses an explicit stack: calculations may depend on each other thousands of levels deep.
  const path: { part: Part; waits: Iterator<Part>; highest: number }[] = []
  const places = new Map<Part, number>()
  function enter(part: Part): void {
    places.set(part, path.length)
    path.push({ part, waits: waitsFor(part).values(), highest: -1 })
  }

  for (const part of parts) {
    if (!done.has(part)) enter(part)
    for (let step = path.at(-1); step; step = path.at(-1)) {
      const { done: isOver, value: asked } = step.waits.next()
      if (isOver) {
        step.part.rank = step.highest + 1
        done.add(step.part)
        places.delete(step.part)
        path.pop()
        const before = path.at(-1)
        if (before) before.highest = Math.max(before.highest, step.part.rank)
      } else if (done.has(asked)) step.highest = Math.max(step.highest, asked.rank)
      else if (places.has(asked))
        for (const { part: waiting } of path.slice(places.get(asked))) circular.add(waiting.id)
      else enter(asked)
    }
  }
  return circular
}
