/** Types of questions. A new one is one more member of `Question`; the shape of its answer is in `answers.ts`. */
import { z } from 'zod'
import { LocalizedText } from '../lib/fields.ts'
import { AnswerTrigger, WhenFailed } from './consequences.ts'
import { Choice, Constraint, Default, ElementId, Expression, element, Points, Weight } from './elementFields.ts'
import { otherRegisters } from './registerTypes.ts'
import { keyboards } from './rules.ts'
import { TableChoices } from './tables/formTable.ts'

const question = {
  ...element,
  /** Law or standard that the question checks, by name. */
  source: LocalizedText.optional(),
  required: z.boolean().optional(),
  /** Required when this holds; `required` means always. */
  required_if: Expression.optional(),
  required_message: LocalizedText.optional(),
  read_only: z.boolean().optional(),
  read_only_if: Expression.optional(),
  default: Default.optional(),
  /** Computes the answer whenever one of its sources changes. */
  calculate: Expression.optional(),
  constraints: z.array(Constraint).max(20).meta({ id: 'Constraints' }).optional(),
  triggers: z.array(AnswerTrigger).max(20).meta({ id: 'AnswerTriggers' }).optional(),
  /** Ends the form after this question when it holds: later parts are not asked. Not within a repeat. */
  ends_form_if: Expression.optional(),
}

/** A question with answers that can fail; a failed critical one fails the whole form. */
const scored = {
  ...question,
  critical: z.boolean().optional(),
  when_failed: WhenFailed.optional(),
  /** Multiplies the points of the question; 1 by default. */
  weight: Weight.optional(),
}

/** `good` is the answer that passes and earns the points; without it, both answers are only information. */
export const YesNoQuestion = z
  .strictObject({
    type: z.literal('yes_no'),
    ...scored,
    good: z.enum(['yes', 'no']).optional(),
    points: Points.optional(),
    /** Offers the third answer, which takes the question out of the score. */
    not_applicable: z.boolean().optional(),
  })
  .meta({ id: 'YesNoQuestion' })

const chosen = {
  ...scored,
  choices: z.array(Choice).max(2_000),
  /** Uses the choices of a set; `choices` is then empty. */
  choice_set: ElementId.optional(),
  /** Uses the rows of a table of the form; `choices` is then empty. */
  table: TableChoices.optional(),
  /** Offers only choices for which it holds; their `name` and attributes are bare names in it. */
  choice_filter: Expression.optional(),
  /** Way of offering them; chosen by their number by default. */
  layout: z.enum(['buttons', 'list', 'pictures']).optional(),
}

export const SingleChoiceQuestion = z
  .strictObject({ type: z.literal('single_choice'), ...chosen })
  .meta({ id: 'SingleChoiceQuestion' })

export const MultipleChoiceQuestion = z
  .strictObject({
    type: z.literal('multiple_choice'),
    ...chosen,
    /** All offered choices are ranked, the first on top. */
    ranked: z.boolean().optional(),
  })
  .meta({ id: 'MultipleChoiceQuestion' })

/**
 * A range of numbers. Ranges are read in order, and the first that contains the number counts: up to and including
 * `up_to`, or below `below`. The last has neither bound and takes the rest, so there is no gap and no overlap.
 */
export const NumberRange = z
  .strictObject({
    up_to: z.number().optional(),
    below: z.number().optional(),
    points: Points.optional(),
    fails: z.boolean().optional(),
  })
  .meta({ id: 'NumberRange' })

const Ranges = z.array(NumberRange).max(20)

/** `min` and `max` limit valid numbers; ranges judge them. */
export const NumberQuestion = z
  .strictObject({
    type: z.literal('number'),
    ...scored,
    unit: LocalizedText.optional(),
    /** Bound of decimals: 0 for whole numbers, any number by default. */
    decimals: z.int().min(0).max(10).optional(),
    min: z.number().optional(),
    max: z.number().optional(),
    ranges: Ranges.optional(),
  })
  .meta({ id: 'NumberQuestion' })

/** A point between two ends, such as a mood from 0 to 100. */
export const SliderQuestion = z
  .strictObject({
    type: z.literal('slider'),
    ...scored,
    min: z.number(),
    max: z.number(),
    step: z.number().positive(),
    unit: LocalizedText.optional(),
    min_label: LocalizedText.optional(),
    max_label: LocalizedText.optional(),
    ranges: Ranges.optional(),
  })
  .meta({ id: 'SliderQuestion' })

/** From 1 to `levels`. */
export const RatingQuestion = z
  .strictObject({
    type: z.literal('rating'),
    ...scored,
    levels: z.int().min(2).max(10),
    ranges: Ranges.optional(),
  })
  .meta({ id: 'RatingQuestion' })

/** A computed value, shown unless `hidden`. A number can be judged by ranges. */
export const CalculatedQuestion = z
  .strictObject({
    type: z.literal('calculated'),
    ...scored,
    calculate: Expression,
    unit: LocalizedText.optional(),
    /** Rounds the shown number; the value stays exact. */
    decimals: z.int().min(0).max(10).optional(),
    ranges: Ranges.optional(),
    hidden: z.boolean().optional(),
  })
  .meta({ id: 'CalculatedQuestion' })

export const TextQuestion = z
  .strictObject({
    type: z.literal('text'),
    ...question,
    long: z.boolean().optional(),
    /** Keyboard that a phone offers; the answer is text in any case. */
    keyboard: z.enum(keyboards).optional(),
  })
  .meta({ id: 'TextQuestion' })
export const DateQuestion = z.strictObject({ type: z.literal('date'), ...question }).meta({ id: 'DateQuestion' })
export const TimeQuestion = z.strictObject({ type: z.literal('time'), ...question }).meta({ id: 'TimeQuestion' })
export const DateTimeQuestion = z
  .strictObject({ type: z.literal('date_time'), ...question })
  .meta({ id: 'DateTimeQuestion' })
/** `max_pixels` is the longest edge that is stored, where less than usual suffices. */
export const PhotoQuestion = z
  .strictObject({ type: z.literal('photo'), ...question, max_pixels: z.int().min(100).max(10_000).optional() })
  .meta({ id: 'PhotoQuestion' })
/** `media` demands sound, which is recorded in place, or film. */
export const FileQuestion = z
  .strictObject({ type: z.literal('file'), ...question, media: z.enum(['audio', 'video']).optional() })
  .meta({ id: 'FileQuestion' })
export const SignatureQuestion = z
  .strictObject({ type: z.literal('signature'), ...question })
  .meta({ id: 'SignatureQuestion' })
export const BarcodeQuestion = z
  .strictObject({ type: z.literal('barcode'), ...question })
  .meta({ id: 'BarcodeQuestion' })
/** `accuracy` is the largest acceptable radius in metres. */
export const PlaceQuestion = z
  .strictObject({
    type: z.literal('place'),
    ...question,
    accuracy: z.number().positive().optional(),
    /** Starts locating as soon as the question is shown. */
    at_start: z.boolean().optional(),
  })
  .meta({ id: 'PlaceQuestion' })
/** A line on the map, or a closed area. */
export const ShapeQuestion = z
  .strictObject({ type: z.literal('shape'), ...question, closed: z.boolean().optional() })
  .meta({ id: 'ShapeQuestion' })
/** Never shown: from the context, a link's prefill, or a calculation. */
export const HiddenQuestion = z.strictObject({ type: z.literal('hidden'), ...question }).meta({ id: 'HiddenQuestion' })

const picked = {
  ...question,
  /** Several rows instead of one. */
  many: z.boolean().optional(),
}
export const AnimalQuestion = z
  .strictObject({
    type: z.literal('animal'),
    ...picked,
    /** Offers only the animals of the group that this question names. */
    group: ElementId.optional(),
  })
  .meta({ id: 'AnimalQuestion' })
/** Rows of any other register, or people of the company. */
export const RowsQuestion = z.strictObject({ type: z.enum(otherRegisters), ...picked }).meta({ id: 'RowsQuestion' })

export const Question = z
  .discriminatedUnion('type', [
    YesNoQuestion,
    SingleChoiceQuestion,
    MultipleChoiceQuestion,
    NumberQuestion,
    SliderQuestion,
    RatingQuestion,
    TextQuestion,
    DateQuestion,
    TimeQuestion,
    DateTimeQuestion,
    PhotoQuestion,
    FileQuestion,
    SignatureQuestion,
    BarcodeQuestion,
    PlaceQuestion,
    ShapeQuestion,
    AnimalQuestion,
    RowsQuestion,
    CalculatedQuestion,
    HiddenQuestion,
  ])
  .meta({ id: 'Question' })

export type YesNoQuestion = z.infer<typeof YesNoQuestion>
export type SingleChoiceQuestion = z.infer<typeof SingleChoiceQuestion>
export type MultipleChoiceQuestion = z.infer<typeof MultipleChoiceQuestion>
export type ChoiceQuestion = SingleChoiceQuestion | MultipleChoiceQuestion
export type NumberRange = z.infer<typeof NumberRange>
export type NumberQuestion = z.infer<typeof NumberQuestion>
export type SliderQuestion = z.infer<typeof SliderQuestion>
export type RatingQuestion = z.infer<typeof RatingQuestion>
export type CalculatedQuestion = z.infer<typeof CalculatedQuestion>
export type TextQuestion = z.infer<typeof TextQuestion>
export type DateQuestion = z.infer<typeof DateQuestion>
export type TimeQuestion = z.infer<typeof TimeQuestion>
export type DateTimeQuestion = z.infer<typeof DateTimeQuestion>
export type PhotoQuestion = z.infer<typeof PhotoQuestion>
export type FileQuestion = z.infer<typeof FileQuestion>
export type SignatureQuestion = z.infer<typeof SignatureQuestion>
export type BarcodeQuestion = z.infer<typeof BarcodeQuestion>
export type PlaceQuestion = z.infer<typeof PlaceQuestion>
export type ShapeQuestion = z.infer<typeof ShapeQuestion>
export type HiddenQuestion = z.infer<typeof HiddenQuestion>
export type AnimalQuestion = z.infer<typeof AnimalQuestion>
export type RowsQuestion = z.infer<typeof RowsQuestion>
/** Questions that are answered by rows of a register, or by people. */
export type RegisterQuestion = AnimalQuestion | RowsQuestion
export type Question = z.infer<typeof Question>
export type QuestionType = Question['type']
