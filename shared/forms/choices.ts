/** Choices, of one question or of a shared set. */
import { z } from 'zod'
import { LocalizedText } from '../lib/fields.ts'
import { ChoiceId, ElementId, Picture, Points } from './elementFields.ts'

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
