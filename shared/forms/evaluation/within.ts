/**
 * Conditions of a section or group that read a question inside it, as other tools allow: an earlier answer or default
 * there decides whether the whole is asked. That answer is read whether the question is visible or not.
 */
import type { Node } from '../expressions/node.ts'
import { namesAsked } from '../expressions/references.ts'
import type { Part } from './compile.ts'

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
