/**
 * A form as people are asked who fill it in by its public link. They may look into no register: what asks for one of its rows is asked only
 * where the link gives the answer, and a repeat with a row for each animal of a group not at all. What is left out is never visible, so
 * that everything else works as the form has it; what the link answers cannot be changed.
 */
import type { AnswerTrigger, FormTrigger, WhenFailed } from '../consequences.ts'
import type { Definition, Element } from '../definition.ts'
import { type Placed, placedElements } from '../elements.ts'
import { misfitOf } from '../fit.ts'
import type { Question } from '../questions.ts'
import { asksForRows } from '../registerTypes.ts'
import type { Prefill } from './publicLink.ts'

/** Whether a link can give the answer: of one question, asked once, whose answer is no file and is not worked out. */
export const canBePrefilled = ({ element, repeats }: Placed): boolean =>
  repeats.length === 0 &&
  !['instruction', 'group', 'repeat', 'calculated', 'photo', 'file', 'signature'].includes(element.type) &&
  !('calculate' in element && element.calculate !== undefined)

const isGiven = ({ id }: Element, prefill: Prefill): boolean => Object.hasOwn(prefill, id)

/** Of what a link answers, what is an answer in this version of the form: questions and choices may have gone since. */
export function fittingPrefill(definition: Definition, prefill: Prefill): Prefill {
  const given = placedElements(definition).filter(placed => isGiven(placed.element, prefill) && canBePrefilled(placed))
  const fitting = given.flatMap(({ element }): [string, Prefill[string]][] => {
    const value = prefill[element.id]
    return value !== undefined && misfitOf(element as Question, value) === undefined ? [[element.id, value]] : []
  })
  return Object.fromEntries(fitting)
}

/** What visitors are not asked; of a repeat, itself and not what it holds. */
export const leftOut = (definition: Definition, prefill: Prefill): Element[] =>
  definition.sections.flatMap(({ questions }) => leftOutOf(questions, prefill))

const leftOutOf = (elements: readonly Element[], prefill: Prefill): Element[] =>
  elements.flatMap(element => {
    if (isLeftOut(element, prefill)) return [element]
    return 'questions' in element ? leftOutOf(element.questions, prefill) : []
  })

const isLeftOut = (element: Element, prefill: Prefill): boolean =>
  element.type === 'repeat' ? element.rows?.from === 'animals' : asksForRows(element) && !isGiven(element, prefill)

/** Whether the form wants it answered, always or sometimes. */
export const isDemanded = (element: Element): boolean =>
  element.type === 'repeat'
    ? (element.min_rows ?? 0) > 0
    : 'required' in element && (element.required === true || element.required_if !== undefined)

/** What is worked out when visitors fill the form in; by this the server judges what they send. */
export const askedOfVisitors = (definition: Definition, prefill: Prefill): Definition =>
  withElements(definition, element => {
    if (isLeftOut(element, prefill)) return { ...element, visible_if: 'false()' }
    if (!isGiven(element, prefill)) return element
    const { default: _, read_only_if: __, ...question } = element as Question
    return { ...question, read_only: true } as Question
  })

/**
 * The same for the visitor's own eyes: without the tasks, notices and states that follow from answers, without guides and without who
 * reviews it, none of which is theirs to see. The notes and photos that answers demand stay.
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

function withElements(definition: Definition, change: (element: Element) => Element): Definition {
  const each = (elements: Element[]): Element[] =>
    elements.map(element => {
      const changed = change(element)
      return 'questions' in changed ? { ...changed, questions: each(changed.questions) } : changed
    })
  const sections = definition.sections.map(section => ({ ...section, questions: each(section.questions) }))
  return { ...definition, sections }
}
