/** The fields that the parts of a form are made of. What they mean together is in `definition.ts`. */

import { z } from 'zod'
import { Id, LocalizedText } from '../lib/fields.ts'
import { subjectTypes } from '../subjects/registry.ts'
import { AnswerValue } from './answers/answers.ts'

/**
 * Sections, questions, groups, choice sets, measures and triggers share one set of ids, which never change: answers, scores and tasks
 * point at them. They are what XLSForm calls names, so that `${id}` is the same in both.
 */
export const ElementId = z
  .string()
  .regex(/^(?!__proto__$)[A-Za-z_][A-Za-z0-9_.-]{0,127}$/)
  .meta({ id: 'ElementId' })
/** Of a choice within its question or set: XLSForm's name of a choice, without spaces. */
export const ChoiceId = z
  .string()
  .regex(/^(?!__proto__$)[^\s'"@]{1,128}$/)
  .meta({ id: 'ChoiceId' })
export const Points = z.number().min(0).max(1_000)
export const Percent = z.number().min(0).max(100)
/** Multiplies points, or weighs a section among others. */
export const Weight = z.number().min(0).max(1_000)

/** In XLSForm's own language (docs/expressions.md); whether it can be understood is for `mistakes.ts` to say. */
export const Expression = z.string().min(1).max(20_000)

/** A picture of the form itself. One that was imported has no file until somebody adds it. */
export const Picture = z
  .strictObject({
    name: z.string().min(1).max(255),
    uuid: z.uuid().optional(),
    /** What it shows, for those who do not see it. */
    description: LocalizedText.optional(),
  })
  .meta({ id: 'Picture' })

/** A guide that opens beside the question, at the section that matters where one is named. */
export const GuideLink = z
  .strictObject({ guide_id: Id, anchor: z.string().max(200).optional() })
  .meta({ id: 'GuideLink' })

/** An answer must meet `holds`, where `.` is the answer itself; `message` says what is wrong in the form's own words. */
export const Constraint = z
  .strictObject({ holds: Expression, message: LocalizedText.optional() })
  .meta({ id: 'Constraint' })

/** What is known without asking. Times and days are the device's. */
export const contextKeys = [
  'today',
  'now',
  'started_at',
  'completed_at',
  'user_id',
  'user_name',
  'user_email',
  'company_name',
  'language',
  'device_id',
  /** The name of what the form is about, whatever that is. */
  'subject',
  ...subjectTypes.map(type => `subject_${type}` as const),
] as const

/** What stands there before anybody answers; whoever fills in the form may change it, unless the question is read-only. */
export const Default = z
  .discriminatedUnion('from', [
    z.strictObject({ from: z.literal('fixed'), value: AnswerValue }),
    /** Worked out once, when the question first appears. */
    z.strictObject({ from: z.literal('expression'), expression: Expression }),
    z.strictObject({ from: z.literal('context'), key: z.enum(contextKeys) }),
    /** What this person answered here last time; of the same subject where the form is about one. */
    z.strictObject({ from: z.literal('last_answer') }),
  ])
  .meta({ id: 'Default' })

/** What every part of a form has that can be shown or not. Labels and hints may hold `${id}` and XLSForm's Markdown. */
export const element = {
  id: ElementId,
  label: LocalizedText,
  hint: LocalizedText.optional(),
  picture: Picture.optional(),
  guide: GuideLink.optional(),
  /** XLSForm's words for its looks, as far as nothing else says them (`looks.ts`). */
  appearance: z.string().min(1).max(1_000).optional(),
  /** Whatever is not visible has no answer and no score. */
  visible_if: Expression.optional(),
}

export type Picture = z.infer<typeof Picture>
export type GuideLink = z.infer<typeof GuideLink>
export type Constraint = z.infer<typeof Constraint>
export type ContextKey = (typeof contextKeys)[number]
export type Default = z.infer<typeof Default>
