/** Fields of the parts of a form; `definition.ts` explains their meaning together. */
import { z } from 'zod'
import { Id, LocalizedText } from '../lib/fields.ts'
import { subjectTypes } from '../subjects/registry.ts'
import { AnswerValue } from './answers/answers.ts'

/**
 * Id of a section, question, group, choice set, measure or trigger. All share one set of ids, which never change,
 * because answers, scores and tasks refer to them. They are XLSForm's names, so `${id}` means the same in both.
 */
export const ElementId = z
  .string()
  .regex(/^(?!__proto__$)[A-Za-z_][A-Za-z0-9_.-]{0,127}$/)
  .meta({ id: 'ElementId' })
/** Id of a choice within its question or set: XLSForm's name of a choice, without spaces. */
export const ChoiceId = z
  .string()
  .regex(/^(?!__proto__$)[^\s'"@]{1,128}$/)
  .meta({ id: 'ChoiceId' })
export const Points = z.number().min(0).max(1_000)
export const Percent = z.number().min(0).max(100)
/** Multiplies points, or weights a section. */
export const Weight = z.number().min(0).max(1_000)

/** In XLSForm's language (docs/expressions.md); `mistakes.ts` checks it. */
export const Expression = z.string().min(1).max(20_000)

/** A picture of the form itself. An imported one has no file until somebody adds it. */
export const Picture = z
  .strictObject({
    name: z.string().min(1).max(255),
    uuid: z.uuid().optional(),
    /** Alternative text. */
    description: LocalizedText.optional(),
  })
  .meta({ id: 'Picture' })

/** A guide beside the question, optionally at one of its sections. */
export const GuideLink = z
  .strictObject({ guide_id: Id, anchor: z.string().max(200).optional() })
  .meta({ id: 'GuideLink' })

/** An answer must meet `holds`, where `.` is the answer; `message` is the form's own text for the problem. */
export const Constraint = z
  .strictObject({ holds: Expression, message: LocalizedText.optional() })
  .meta({ id: 'Constraint' })

/** Values known without asking. Times and days are the device's. */
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
  /** Name of the form's subject. */
  'subject',
  ...subjectTypes.map(type => `subject_${type}` as const),
] as const

/** Initial value; people may change it, unless the question is read-only. */
export const Default = z
  .discriminatedUnion('from', [
    z.strictObject({ from: z.literal('fixed'), value: AnswerValue }),
    /** Evaluated once, when the question first appears. */
    z.strictObject({ from: z.literal('expression'), expression: Expression }),
    z.strictObject({ from: z.literal('context'), key: z.enum(contextKeys) }),
    /** Previous answer of this person, for the same subject where the form has one. */
    z.strictObject({ from: z.literal('last_answer') }),
  ])
  .meta({ id: 'Default' })

/** Fields of every part that can be shown or hidden. Labels and hints may contain `${id}` and XLSForm's Markdown. */
export const element = {
  id: ElementId,
  label: LocalizedText,
  hint: LocalizedText.optional(),
  picture: Picture.optional(),
  guide: GuideLink.optional(),
  /** XLSForm's appearance, as far as nothing else expresses it (`appearance.ts`). */
  appearance: z.string().min(1).max(1_000).optional(),
  /** Without visibility there is no answer and no score. */
  visible_if: Expression.optional(),
}

export type Picture = z.infer<typeof Picture>
export type GuideLink = z.infer<typeof GuideLink>
export type Constraint = z.infer<typeof Constraint>
export type ContextKey = (typeof contextKeys)[number]
export type Default = z.infer<typeof Default>

/** Choices, of one question or of a shared set. */
export const Choice = z
  .strictObject({
    id: ChoiceId,
    label: LocalizedText,
    picture: Picture.optional(),
    points: Points.optional(),
    /** Grade for measures: 0 is best. */
    grade: z.int().min(0).max(100).optional(),
    fails: z.boolean().optional(),
    /** Takes the question out of the score: "not seen", "we have none". In a multiple choice it excludes others. */
    not_applicable: z.boolean().optional(),
    /** Excludes the other choices of a multiple choice: "none of these". */
    exclusive: z.boolean().optional(),
    /** Further columns, which a `choice_filter` may name. */
    attributes: z.record(z.string().regex(/^[A-Za-z_][\w.-]{0,63}$/), z.string().max(2_000)).optional(),
  })
  .meta({ id: 'Choice' })

/** Choices that several questions share. */
export const ChoiceSet = z
  .strictObject({
    id: ElementId,
    /** Name for the people who build forms. */
    name: LocalizedText.optional(),
    choices: z.array(Choice).max(2_000),
  })
  .meta({ id: 'ChoiceSet' })

export type Choice = z.infer<typeof Choice>
export type ChoiceSet = z.infer<typeof ChoiceSet>
