/** Results of an XLSForm import, part by part. */
import { z } from 'zod'

/** Reasons for which a part was converted differently, or left out; each has a text (`xlsform.notes`). */
export const noteCodes = [
  'appearance',
  'calculated_always',
  'cell_unused',
  'choice_renamed',
  'choice_repeated',
  'choice_twice',
  'column_unknown',
  'default_left_out',
  'expression_left_out',
  'guidance_added',
  'headings_left_out',
  'label_given',
  'language_guessed',
  'language_left_out',
  'language_taken',
  'language_twice',
  'markup_left_out',
  'media_left_out',
  'name_given',
  'own_number',
  'parameter',
  'picture_needed',
  'range_turned',
  'renamed',
  'row_comment',
  'row_disabled',
  'setting_left_out',
  'sheet_left_out',
  'table_needed',
  'table_rows_left_out',
  'text_cut',
  'to_mend',
  'type_emptied',
  'type_left_out',
  'type_of_device',
] as const
export type NoteCode = (typeof noteCodes)[number]

/** Place in the spreadsheet, and the result in the reader's language; `value` is the content of the cell. */
export const ImportNote = z
  .object({
    sheet: z.string(),
    row: z.int(),
    column: z.string(),
    code: z.enum(noteCodes),
    message: z.string(),
  })
  .meta({ id: 'ImportNote' })
export type ImportNote = z.infer<typeof ImportNote>
