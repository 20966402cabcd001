import type { Node } from '../expressions/node.ts'
import { namesAsked } from '../expressions/references.ts'
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

/**
 * Conditions of a section or group that read a question inside it, as other tools allow: an earlier answer or default
 * there decides whether the whole is asked. That answer is read whether the question is visible or not.
 */

/** Tells whether one part is in another without rows between them. */
export const isWithin = (inner: Part, outer: Part): boolean =>
  outer.children.length > 0 && !outer.repeat && inner.repeats.length === outer.repeats.length && stands(inner, outer)

function stands({ container }: Part, outer: Part): boolean {
  return container !== undefined && (container === outer || stands(container, outer))
}

/**
 * Names that a condition reads: those outside of its part, including those of calculations inside it, and the questions
 * inside whose stored answers it reads.
 */
export function askedByCondition(
  part: Part,
  condition: Node | undefined,
  byId: ReadonlyMap<string, Part>,
): { outside: Set<string>; inside: Set<Part> } {
  const [outside, inside, seen] = [new Set<string>(), new Set<Part>(), new Set<string>()]
  const ask = (tree: Node | undefined) => {
    for (const name of namesAsked([tree])) {
      const asked = byId.get(name)
      if (!asked || !isWithin(asked, part)) outside.add(name)
      else if (!seen.has(name)) {
        seen.add(name)
        if (asked.calculate) ask(asked.calculate)
        else if (asked.question) inside.add(asked)
      }
    }
  }
  ask(condition)
  return { outside, inside }
}
