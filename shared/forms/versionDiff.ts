/**
 * Differences between two versions of a form: parts that were added, removed, moved or changed, by their stable ids. A
 * part is a section, an element, a choice set, a trigger, or the form as a whole.
 */
import type { Definition, Element, Section } from './definition.ts'

export type PartKind = 'form' | 'section' | 'element' | 'choice_set' | 'trigger'

export type PartChange = {
  kind: PartKind
  /** Empty for the form as a whole. */
  id: string
  change: 'added' | 'removed' | 'moved' | 'changed'
  /** Changed properties: "label", "choices". */
  properties: string[]
}

type Part = {
  kind: PartKind
  id: string
  /** Its container. */
  within: string
  content: Record<string, unknown>
}

/** Changes from one version to the next: first the present parts in their order, then the removed ones. */
export function versionDiff(before: Definition, after: Definition): PartChange[] {
  const [old, now] = [partsOf(before), partsOf(after)]
  const moved = movedBetween(old, now)
  const there = [...now.values()].flatMap(part => {
    const former = old.get(keyOf(part))
    if (!former) return [change(part, 'added')]
    const properties = differing(former.content, part.content)
    return [
      ...(moved.has(keyOf(part)) ? [change(part, 'moved')] : []),
      ...(properties.length > 0 ? [change(part, 'changed', properties)] : []),
    ]
  })
  return [...there, ...[...old.values()].filter(part => !now.has(keyOf(part))).map(part => change(part, 'removed'))]
}

const keyOf = ({ kind, id }: Part) => `${kind}:${id}`

const change = ({ kind, id }: Part, what: PartChange['change'], properties: string[] = []): PartChange => ({
  kind,
  id,
  change: what,
  properties,
})

function partsOf(definition: Definition): Map<string, Part> {
  const { sections, choice_sets = [], triggers = [], translated_from: _memory, ...form } = definition
  const parts: Part[] = [
    { kind: 'form', id: '', within: '', content: form },
    ...sections.flatMap(sectionParts),
    ...choice_sets.map(part => plainPart('choice_set', part)),
    ...triggers.map(part => plainPart('trigger', part)),
  ]
  return new Map(parts.map(part => [keyOf(part), part]))
}

const plainPart = (kind: PartKind, { id, ...content }: { id: string } & Record<string, unknown>): Part => ({
  kind,
  id,
  within: kind,
  content,
})

function sectionParts({ questions, id, ...content }: Section): Part[] {
  return [{ kind: 'section', id, within: 'form', content }, ...elementParts(questions, id)]
}

const elementParts = (elements: Element[], within: string): Part[] =>
  elements.flatMap(element => {
    const { id, questions, ...content } = { questions: [] as Element[], ...element }
    return [{ kind: 'element' as const, id, within, content }, ...elementParts(questions, id)]
  })

/** Fewest parts that can be called moved: those outside the longest common order. */
function movedBetween(old: Map<string, Part>, now: Map<string, Part>): Set<string> {
  const moved = new Set<string>()
  const groups = Map.groupBy([...now.values()], part => part.within)
  for (const [within, parts] of groups) {
    const here = parts.map(keyOf)
    const there = [...old.values()].filter(part => part.within === within).map(keyOf)
    const kept = new Set(commonOrder(there, here))
    for (const key of here) if (old.has(key) && !kept.has(key)) moved.add(key)
  }
  return moved
}

/** Longest common subsequence of both lists. */
function commonOrder(one: string[], other: string[]): string[] {
  const places = new Map(one.map((key, index) => [key, index]))
  const shared = other.flatMap(key => {
    const place = places.get(key)
    return place === undefined ? [] : [{ key, place }]
  })
  // Longest increasing subsequence of places, by the smallest end of each length.
  const ends: number[] = []
  const before = shared.map(() => -1)
  for (const [index, { place }] of shared.entries()) {
    let length = ends.findIndex(end => (shared[end]?.place ?? 0) >= place)
    if (length < 0) length = ends.length
    before[index] = length > 0 ? (ends[length - 1] ?? -1) : -1
    ends[length] = index
  }
  const sequence: string[] = []
  for (let index = ends.at(-1) ?? -1; index >= 0; index = before[index] ?? -1)
    sequence.unshift(shared[index]?.key ?? '')
  return sequence
}

/** Names of the properties that differ. */
const differing = (one: Record<string, unknown>, other: Record<string, unknown>): string[] =>
  [...new Set([...Object.keys(one), ...Object.keys(other)])].filter(name => !isSame(one[name], other[name])).sort()

function isSame(one: unknown, other: unknown): boolean {
  if (one === other) return true
  if (typeof one !== 'object' || typeof other !== 'object' || !one || !other) return false
  if (Array.isArray(one) !== Array.isArray(other)) return false
  const [here, there] = [Object.entries(one), new Map(Object.entries(other))]
  return here.length === there.size && here.every(([name, value]) => there.has(name) && isSame(value, there.get(name)))
}
