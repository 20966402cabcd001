/** The parts of a compiled form, and the order in which they depend on each other. */
import type { AnswerTrigger } from '../consequences.ts'
import type { Element, Repeat, Section } from '../definition.ts'
import type { Constraint } from '../elementFields.ts'
import type { Node } from '../expressions/node.ts'
import { namesAsked } from '../expressions/references.ts'
import type { Question } from '../questions.ts'

/** A part of a compiled form: a section, a group, a repeat, a question or an instruction. */
export type Part = {
  id: string
  /** Place in the form. */
  order: number
  section: Section
  /** Its kind; none of these for a section, a group or an instruction. */
  question?: Question
  repeat?: Repeat
  element?: Element
  /** Its container. */
  container?: Part
  /** Repeats around it, the outermost first. */
  repeats: Part[]
  children: Part[]
  visible?: Node
  /** Value of a question, or number of rows of a repeat. */
  calculate?: Node
  ends?: Node
  required?: Node
  readOnly?: Node
  filter?: Node
  fallback?: Node
  constraints: { tree: Node; constraint: Constraint }[]
  triggers: { tree: Node; trigger: AnswerTrigger }[]
  /** True when the value stays once it is computed. */
  isChance: boolean
  /** True when the value reads the previous answers. */
  usesLast: boolean
  /** True when anything about it does, including its default. */
  asksLast: boolean
  /** True when it reads the clock. */
  usesNow: boolean
  /** True when it reads rows other than its own. */
  readsRows: boolean
  rank: number
}

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

// Conditions of a section or group that read a question inside it, as other tools allow: an earlier answer or default
// there decides whether the whole is asked. That answer is read whether the question is visible or not.

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
