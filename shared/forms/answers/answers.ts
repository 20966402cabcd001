/** Answers of a form as they are stored and sent; `check.ts` validates them against the form. */
import { z } from 'zod'
import { Id, Time } from '../../lib/fields.ts'
import { maxFiles } from './answerKey.ts'

/**
 * `caption` belongs to a photo, `signed_by` to a signature; `added_at` is the time at which the device added the file,
 * by its clock.
 */
export const FileReference = z
  .strictObject({
    uuid: z.uuid(),
    added_at: Time.optional(),
    name: z.string().max(255).optional(),
    caption: z.string().max(300).optional(),
    signed_by: z.string().max(200).optional(),
  })
  .meta({ id: 'FileReference' })

/** Degrees north and east; accuracy and altitude in metres. */
export const Place = z
  .strictObject({
    latitude: z.number().min(-90).max(90),
    longitude: z.number().min(-180).max(180),
    accuracy: z.number().min(0).optional(),
    altitude: z.number().optional(),
  })
  .meta({ id: 'Place' })

/** A row of a register. */
export const RowReference = z.strictObject({ id: Id, name: z.string().max(200) }).meta({ id: 'RowReference' })

export const AnswerValue = z
  .union([
    z.string().max(20_000),
    z.number(),
    z.array(z.string().max(200)).max(500),
    z.array(FileReference).max(maxFiles),
    z.array(RowReference).max(500),
    Place,
  ])
  .meta({ id: 'AnswerValue' })

/** `note` and `photos` can be added to any answer, and must be added to a failed one where the form demands it. */
export const Answer = z
  .strictObject({
    value: AnswerValue.optional(),
    note: z.string().max(5_000).optional(),
    photos: z.array(FileReference).max(maxFiles).optional(),
  })
  .meta({ id: 'Answer' })

/**
 * Answers by key (`answerKey.ts`): the id of the question, and within a repeat `question@row`.
 *
 *   yes_no          'yes', 'no', 'na'                   number, slider, rating   a number
 *   single_choice   the choice's id                     text, barcode            the text
 *   multiple_choice ids                                 date                     'YYYY-MM-DD'
 *   photo, file     files                               time                     'HH:MM'
 *   signature       one file                            date_time                'YYYY-MM-DDTHH:MM', a zone or none
 *   shape           points as a text, 'latitude longitude altitude accuracy; …'
 *   place           latitude, longitude …               hidden, calculated       a text or a number
 *   animal, animal_group, location, vehicle, user       rows of the registers, one unless the question takes many
 *   repeat          row ids
 *
 * Row ids are unique in the whole form. Choices are stored by id and numbers as numbers, so that answers in five
 * languages are one set of data; the name of a register row is stored beside its id as it was on that day.
 */
export const Answers = z.record(z.string().max(300), Answer).meta({ id: 'Answers' })

export type FileReference = z.infer<typeof FileReference>
export type Place = z.infer<typeof Place>
export type RowReference = z.infer<typeof RowReference>
export type AnswerValue = z.infer<typeof AnswerValue>
export type Answer = z.infer<typeof Answer>
export type Answers = z.infer<typeof Answers>
