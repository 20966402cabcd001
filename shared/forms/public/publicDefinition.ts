/**
 * Form for visitors of its public link, who see no register: a question about a row is asked only where the link
 * answers it (read-only), and a repeat per animal of a group never. Omitted parts are never visible, so everything else
 * works as usual.
 */

import { type SubjectType, subjectTypes } from '../../subjects/registry.ts'
import type { AnswerTrigger, FormTrigger, WhenFailed } from '../consequences.ts'
import type { Definition, Element } from '../definition.ts'
import { type Placed, placedElements, withElements } from '../elements.ts'
import { misfitOf } from '../fit.ts'
import type { Question } from '../questions.ts'
import { asksForRows } from '../registerTypes.ts'
import type { Prefill } from './publicLink.ts'

/** Tells whether a link can answer a question: it is asked once, takes no file and is not computed. */
export const canBePrefilled = ({ element, repeats }: Placed): boolean =>
  repeats.length === 0 &&
  !['instruction', 'group', 'repeat', 'calculated', 'photo', 'file', 'signature'].includes(element.type) &&
  !('calculate' in element && element.calculate !== undefined)

const isGiven = ({ id }: Element, prefill: Prefill): boolean => Object.hasOwn(prefill, id)

/** Answers of a link that are valid in this version of the form; questions and choices may be gone. */
export function fittingPrefill(definition: Definition, prefill: Prefill): Prefill {
  const given = placedElements(definition).filter(placed => isGiven(placed.element, prefill) && canBePrefilled(placed))
  const fitting = given.flatMap(({ element }): [string, Prefill[string]][] => {
    const value = prefill[element.id]
    return value !== undefined && misfitOf(element as Question, value) === undefined ? [[element.id, value]] : []
  })
  return Object.fromEntries(fitting)
}

/** Questions that visitors are not asked; of a repeat, itself and not its children. */
export const leftOut = (definition: Definition, prefill: Prefill): Element[] =>
  definition.sections.flatMap(({ questions }) => leftOutOf(questions, prefill))

const leftOutOf = (elements: readonly Element[], prefill: Prefill): Element[] =>
  elements.flatMap(element => {
    if (isLeftOut(element, prefill)) return [element]
    return 'questions' in element ? leftOutOf(element.questions, prefill) : []
  })

const isLeftOut = (element: Element, prefill: Prefill): boolean =>
  element.type === 'repeat' ? element.rows?.from === 'animals' : asksForRows(element) && !isGiven(element, prefill)

/** Tells whether the form requires it, always or sometimes. */
export const isDemanded = (element: Element): boolean =>
  element.type === 'repeat'
    ? (element.min_rows ?? 0) > 0
    : 'required' in element && (element.required === true || element.required_if !== undefined)

/** Definition that is evaluated for visitors; the server judges their submissions by it. */
export const askedOfVisitors = (definition: Definition, prefill: Prefill): Definition =>
  withElements(definition, element => {
    if (isLeftOut(element, prefill)) return { ...element, visible_if: 'false()' }
    if (!isGiven(element, prefill)) return element
    const { default: _, read_only_if: __, ...question } = element as Question
    return { ...question, read_only: true } as Question
  })

/**
 * Definition for the visitor's browser: without tasks, notices, statuses, guides and reviewers. Demanded notes and
 * photos stay.
 */
export function publicDefinition(definition: Definition, prefill: Prefill): Definition {
  const { translated_from: _, triggers, settings, ...asked } = askedOfVisitors(definition, prefill)
  const { reviewed_by: __, ...shown } = settings ?? {}
  const demands = triggers?.flatMap(({ id, when, demand }): FormTrigger[] => (demand ? [{ id, when, demand }] : []))
  return withElements(
    { ...asked, ...(settings && { settings: shown }), ...(demands && { triggers: demands }) },
    ({ guide: _, ...element }) => ({
      ...element,
      ...('when_failed' in element && element.when_failed && { when_failed: demandsOf(element.when_failed) }),
      ...('triggers' in element &&
        element.triggers && {
          triggers: element.triggers.map(({ id, when, ...rest }): AnswerTrigger => ({ id, when, ...demandsOf(rest) })),
        }),
    }),
  )
}

const demandsOf = ({ require_note, require_photo }: WhenFailed): WhenFailed => ({
  ...(require_note && { require_note }),
  ...(require_photo && { require_photo }),
})

// Labels of a link: the question that they can answer, and the content of one.

type Labelled = Element & { type: SubjectType }

/** Questions about one row of a register, asked once: a location, a vehicle, a group, an animal. */
export const labelQuestions = (definition: Definition): Labelled[] =>
  placedElements(definition).flatMap(placed => {
    const { element } = placed
    return canBePrefilled(placed) && subjectTypes.some(type => type === element.type) ? [element as Labelled] : []
  })

/** Answers of a link with its label; without a row, only that the label answers something. */
export const withLabel = (prefill: Prefill, question: string | null, row = 1): Prefill =>
  question === null ? prefill : { ...prefill, [question]: [{ id: row, name: String(row) }] }
