/**
 * What a form is: the JSON that a form version keeps and every screen, score and PDF reads.
 *
 * It grows by addition only: a new question type is one more member of `Question`, a condition one more optional property, and
 * `schema` rises only if an old definition would come to mean something else. Unknown properties are refused instead of ignored,
 * because a misspelt `critical` would otherwise silently make a form milder.
 *
 * The schemas here check the shape, which a draft has at any moment; what a form must have before people may fill it in is in
 * `mistakes.ts`. The engine (judge, scoring, check, progress) takes its types from here and nothing else, so that zod stays out of
 * the screen that fills in a form.
 */
import { z } from 'zod'
import { Duration, LocalizedText } from '../lib/fields.ts'
import { locales } from '../lib/language.ts'
import { priorities } from '../tasks/priorities.ts'

/** Sections and questions share one set of ids, which never change: answers, scores and tasks point at them. */
const ElementId = z.string().regex(/^[A-Za-z][A-Za-z0-9_-]{0,63}$/)
const ChoiceId = z.string().regex(/^[A-Za-z0-9][A-Za-z0-9_-]{0,63}$/)
const Points = z.number().min(0).max(1_000)

/** The task that a failed answer opens. `due_after` counts from the moment the form is completed. */
export const CorrectiveTask = z.strictObject({
  title: LocalizedText,
  priority: z.enum(priorities),
  due_after: Duration,
  assignee: z.enum(['submitter', 'manager']),
})

/** What a failed answer asks of the person, and what it sets in motion. */
export const WhenFailed = z.strictObject({
  require_note: z.boolean().optional(),
  require_photo: z.boolean().optional(),
  task: CorrectiveTask.optional(),
})

const question = {
  id: ElementId,
  label: LocalizedText,
  hint: LocalizedText.optional(),
  /** The law or standard that the question checks, by name. */
  source: LocalizedText.optional(),
  required: z.boolean().optional(),
}

/** A question of which an answer can fail; a failed critical one fails the whole form. */
const judged = { ...question, critical: z.boolean().optional(), when_failed: WhenFailed.optional() }

/** `good` is the answer that passes and earns the points; without it, both answers are only information. */
export const YesNoQuestion = z.strictObject({
  type: z.literal('yes_no'),
  ...judged,
  good: z.enum(['yes', 'no']).optional(),
  points: Points.optional(),
  /** Offers the third answer, which takes the question out of the score. */
  not_applicable: z.boolean().optional(),
})

export const Choice = z.strictObject({
  id: ChoiceId,
  label: LocalizedText,
  points: Points.optional(),
  fails: z.boolean().optional(),
  /** Takes the question out of the score: "not seen", "we have none". In a multiple choice it stands alone. */
  not_applicable: z.boolean().optional(),
  /** In a multiple choice, cannot be combined with another: "none of these". */
  exclusive: z.boolean().optional(),
})

export const SingleChoiceQuestion = z.strictObject({
  type: z.literal('single_choice'),
  ...judged,
  choices: z.array(Choice).max(500),
})

export const MultipleChoiceQuestion = z.strictObject({
  type: z.literal('multiple_choice'),
  ...judged,
  choices: z.array(Choice).max(500),
})

/**
 * A stretch of the number line. Ranges are read in order, and the first that holds the number counts: up to and including `up_to`,
 * or below `below`. The last has neither bound and takes the rest, so that there is no gap and no overlap.
 */
export const NumberRange = z.strictObject({
  up_to: z.number().optional(),
  below: z.number().optional(),
  points: Points.optional(),
  fails: z.boolean().optional(),
})

/** `min` and `max` say what can be true at all; what is good or bad is said by the ranges. */
export const NumberQuestion = z.strictObject({
  type: z.literal('number'),
  ...judged,
  unit: LocalizedText.optional(),
  /** How many digits may follow the decimal sign; none when absent. */
  decimals: z.int().min(0).max(6).optional(),
  min: z.number().optional(),
  max: z.number().optional(),
  ranges: z.array(NumberRange).max(20).optional(),
})

export const DateQuestion = z.strictObject({ type: z.literal('date'), ...question })

export const TextQuestion = z.strictObject({ type: z.literal('text'), ...question, long: z.boolean().optional() })

export const PhotoQuestion = z.strictObject({ type: z.literal('photo'), ...question })

export const Question = z.discriminatedUnion('type', [
  YesNoQuestion,
  SingleChoiceQuestion,
  MultipleChoiceQuestion,
  NumberQuestion,
  DateQuestion,
  TextQuestion,
  PhotoQuestion,
])

export const Section = z.strictObject({
  id: ElementId,
  title: LocalizedText,
  hint: LocalizedText.optional(),
  questions: z.array(Question).max(500),
})

/** In percent of the points. Below `attention` it is time to act. */
export const Scoring = z.strictObject({
  pass_percent: z.number().min(0).max(100).optional(),
  bands: z.strictObject({ good: z.number().min(0).max(100), attention: z.number().min(0).max(100) }),
})

export const Definition = z.strictObject({
  schema: z.literal(1),
  default_language: z.enum(locales),
  sections: z.array(Section).max(100),
  scoring: Scoring.optional(),
  footer: LocalizedText.optional(),
  settings: z
    .strictObject({
      /** Shows the score before the form is completed. */
      score_preview: z.boolean().optional(),
    })
    .optional(),
})

export type CorrectiveTask = z.infer<typeof CorrectiveTask>
export type WhenFailed = z.infer<typeof WhenFailed>
export type YesNoQuestion = z.infer<typeof YesNoQuestion>
export type Choice = z.infer<typeof Choice>
export type SingleChoiceQuestion = z.infer<typeof SingleChoiceQuestion>
export type MultipleChoiceQuestion = z.infer<typeof MultipleChoiceQuestion>
export type NumberRange = z.infer<typeof NumberRange>
export type NumberQuestion = z.infer<typeof NumberQuestion>
export type DateQuestion = z.infer<typeof DateQuestion>
export type TextQuestion = z.infer<typeof TextQuestion>
export type PhotoQuestion = z.infer<typeof PhotoQuestion>
export type Question = z.infer<typeof Question>
export type Section = z.infer<typeof Section>
export type Scoring = z.infer<typeof Scoring>
export type Definition = z.infer<typeof Definition>
