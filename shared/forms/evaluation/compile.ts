/**
 * Compiles a form: every part with its parsed expressions and its dependents, once per definition. A part gets a higher
 * `rank` than those its visibility or value reads, and than its container, so one pass in the order of ranks updates a
 * form.
 */
import { isStill, madeAt, withChoices } from '../choiceSets.ts'
import type { Definition, Element, Section } from '../definition.ts'
import { isQuestion } from '../elements.ts'
import { allNodes, type Node } from '../expressions/node.ts'
import { parseExpression } from '../expressions/parse.ts'
import { asksClock, asksLast, isChance, namesAsked } from '../expressions/references.ts'
import type { Question } from '../questions.ts'
import { askedByCondition, type Part, rankParts } from './dependencies.ts'

export type CompiledForm = {
  definition: Definition
  /** In the order of the form, each before its children. */
  parts: Part[]
  byId: ReadonlyMap<string, Part>
  /** Dependents by the part that they read: those whose visibility, value or end of the form changes. */
  dependents: ReadonlyMap<string, Part[]>
  /** Dependents that change otherwise: required, read-only, choices, constraints, triggers. */
  watchers: ReadonlyMap<string, Part[]>
  /** By question: the containers whose condition reads its answer, visible or not. */
  gates: ReadonlyMap<Part, Part[]>
  /** Questions that can end the form. */
  enders: Part[]
  /** Parts that depend on each other in a circle. */
  circular: ReadonlySet<string>
}

const compiled = new WeakMap<Definition, { form: CompiledForm; at: number | undefined }>()

/** Returns the same result for the same definition. */
export function compileForm(definition: Definition): CompiledForm {
  const known = compiled.get(definition)
  if (known && isStill(known.at)) return known.form
  const form = compile(withChoices(definition))
  compiled.set(definition, { form, at: madeAt(definition) })
  return form
}

function compile(definition: Definition): CompiledForm {
  const parts: Part[] = []
  for (const section of definition.sections) {
    const part = {
      ...emptyPart(section.id, parts.length, section),
      ...(section.visible_if && reading('visible', section.visible_if)),
    }
    parts.push(part)
    addElements(parts, section.questions, part)
  }
  const byId = new Map(parts.map(part => [part.id, part]))
  const conditions = new Map(parts.map(part => [part, askedByCondition(part, part.visible, byId)]))
  const waitsOn = (part: Part): ReadonlySet<string> =>
    new Set([...(conditions.get(part)?.outside ?? []), ...namesAsked([part.calculate, part.ends])])
  const dependents = askedBy(parts, waitsOn)
  return {
    definition,
    parts,
    byId,
    dependents,
    watchers: askedBy(parts, ({ required, readOnly, filter, constraints, triggers }) =>
      namesAsked([
        required,
        readOnly,
        filter,
        ...constraints.map(({ tree }) => tree),
        ...triggers.map(({ tree }) => tree),
      ]),
    ),
    gates: gatesOf(conditions),
    enders: parts.filter(({ ends }) => ends),
    circular: rankParts(parts, byId, waitsOn),
  }
}

const propagating = ({ visible, calculate, ends }: Part) => [visible, calculate, ends]

const emptyPart = (id: string, order: number, section: Section): Part => ({
  id,
  order,
  section,
  repeats: [],
  children: [],
  constraints: [],
  triggers: [],
  isChance: false,
  usesLast: false,
  asksLast: false,
  usesNow: false,
  readsRows: false,
  rank: 0,
})

function addElements(parts: Part[], elements: Element[], container: Part): void {
  for (const element of elements) {
    const part = elementPart(element, parts.length, container)
    parts.push(part)
    container.children.push(part)
    if ('questions' in element) addElements(parts, element.questions, part)
  }
}

function elementPart(element: Element, order: number, container: Part): Part {
  const repeats = container.repeat ? [...container.repeats, container] : container.repeats
  const part: Part = {
    ...emptyPart(element.id, order, container.section),
    element,
    container,
    repeats,
    ...reading('visible', element.visible_if),
  }
  if (isQuestion(element)) Object.assign(part, questionParts(element))
  if (element.type === 'repeat') {
    part.repeat = element
    if (element.rows?.from === 'count') Object.assign(part, reading('calculate', element.rows.count))
  }
  const trees = [
    ...propagating(part),
    part.required,
    part.readOnly,
    part.filter,
    ...part.constraints.map(({ tree }) => tree),
    ...part.triggers.map(({ tree }) => tree),
  ]
  const nodes = trees.flatMap(tree => (tree ? allNodes(tree) : []))
  const calls = new Set(nodes.flatMap(node => (node.kind === 'call' ? [node.name] : [])))
  part.usesLast = part.calculate !== undefined && asksLast(part.calculate)
  part.asksLast = [part.fallback, ...trees].some(tree => tree && asksLast(tree))
  part.usesNow = trees.some(tree => tree && asksClock(tree))
  part.readsRows = calls.has('position') || calls.has('indexed-repeat')
  return part
}

const questionParts = (question: Question): Partial<Part> => {
  const calculate = read(question.calculate)
  return {
    question,
    ...reading('ends', question.ends_form_if),
    ...reading('required', question.required_if),
    ...reading('readOnly', question.read_only_if),
    ...reading('fallback', question.default?.from === 'expression' ? question.default.expression : undefined),
    ...('choice_filter' in question && reading('filter', question.choice_filter)),
    ...(calculate && { calculate, isChance: isChance(calculate) }),
    constraints: (question.constraints ?? []).flatMap(constraint => {
      const tree = read(constraint.holds)
      return tree ? [{ tree, constraint }] : []
    }),
    triggers: (question.triggers ?? []).flatMap(trigger => {
      const tree = read(trigger.when)
      return tree ? [{ tree, trigger }] : []
    }),
  }
}

/** An invalid expression is a mistake of the form (`mistakes.ts`); a trial ignores it. */
const read = (source: string | undefined): Node | undefined =>
  source === undefined ? undefined : parseExpression(source).tree

type Condition = 'visible' | 'calculate' | 'ends' | 'required' | 'readOnly' | 'filter' | 'fallback'

function reading<Name extends Condition>(name: Name, source: string | undefined): Partial<Record<Name, Node>> {
  const tree = read(source)
  return (tree ? { [name]: tree } : {}) as Partial<Record<Name, Node>>
}

function gatesOf(conditions: ReadonlyMap<Part, { inside: ReadonlySet<Part> }>): Map<Part, Part[]> {
  const gates = new Map<Part, Part[]>()
  for (const [part, { inside }] of conditions)
    for (const asked of inside) gates.set(asked, [...(gates.get(asked) ?? []), part])
  return gates
}

function askedBy(parts: Part[], namesOf: (part: Part) => ReadonlySet<string>): Map<string, Part[]> {
  const asking = new Map<string, Part[]>()
  for (const part of parts)
    for (const name of namesOf(part)) {
      const known = asking.get(name)
      if (known) known.push(part)
      else asking.set(name, [part])
    }
  return asking
}

/** Tells whether a form reads the previous answers anywhere. */
export const asksForLast = (definition: Definition): boolean =>
  compileForm(definition).parts.some(part => part.asksLast || part.question?.default?.from === 'last_answer') ||
  (definition.triggers ?? []).some(({ when }) => when.on === 'answers' && asksForLastIn(when.holds))

export function asksForLastIn(expression: string): boolean {
  const { tree } = parseExpression(expression)
  return tree !== undefined && asksLast(tree)
}
