/**
 * What a person filled in, by question id, as it is stored and sent. Whether it fits the form is for `check.ts` to say.
 *
 * yes_no: 'yes', 'no', 'na' · single_choice: the choice's id · multiple_choice: ids · number: a number · date: 'YYYY-MM-DD' ·
 * text: the text · photo: files. Choices are stored by id and numbers as numbers, so that answers given in five languages are one
 * set of data. A photo is named by the uuid that the device gave it, so that an answer stays the same before and after the upload.
 */
import { z } from 'zod'
import { mostPhotos } from './files.ts'

export const FileReference = z.strictObject({ uuid: z.uuid(), name: z.string().max(255).optional() })

export const AnswerValue = z.union([
  z.string().max(20_000),
  z.number(),
  z.array(z.string().max(64)).max(500),
  z.array(FileReference).max(mostPhotos),
])

/** `note` and `photos` are what the person adds to any answer, and must add to a failed one where the form asks for it. */
export const Answer = z.strictObject({
  value: AnswerValue.optional(),
  note: z.string().max(5_000).optional(),
  photos: z.array(FileReference).max(mostPhotos).optional(),
})

export const Answers = z.record(z.string().max(64), Answer)

export type FileReference = z.infer<typeof FileReference>
export type AnswerValue = z.infer<typeof AnswerValue>
export type Answer = z.infer<typeof Answer>
export type Answers = z.infer<typeof Answers>
