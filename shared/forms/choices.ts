/** What can be chosen: by one question, or by all that share a set. */
import { z } from 'zod'
import { LocalizedText } from '../lib/fields.ts'
import { ChoiceId, ElementId, Picture, Points } from './elementFields.ts'

export const Choice = z
  .strictObject({
    id: ChoiceId,
    label: LocalizedText,
    picture: Picture.optional(),
    points: Points.optional(),
    /** How bad it is, for measures: 0 is best. */
    grade: z.int().min(0).max(100).optional(),
    fails: z.boolean().optional(),
    /** Takes the question out of the score: "not seen", "we have none". In a multiple choice it stands alone. */
    not_applicable: z.boolean().optional(),
    /** In a multiple choice, cannot be combined with another: "none of these". */
    exclusive: z.boolean().optional(),
    /** Further columns, which a `choice_filter` may ask for by name. */
    attributes: z.record(z.string().regex(/^[A-Za-z_][\w.-]{0,63}$/), z.string().max(2_000)).optional(),
  })
  .meta({ id: 'Choice' })

/** Choices that several questions share. */
export const ChoiceSet = z
  .strictObject({
    id: ElementId,
    /** For those who build forms. */
    name: LocalizedText.optional(),
    choices: z.array(Choice).max(2_000),
  })
  .meta({ id: 'ChoiceSet' })

export type Choice = z.infer<typeof Choice>
export type ChoiceSet = z.infer<typeof ChoiceSet>
