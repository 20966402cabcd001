import { z } from 'zod'
import { Id, Revision } from '../lib/fields.ts'

/** Sent when a form was saved or published, with its revision. */
export const FormSaved = z.object({ id: Id, revision: Revision }).meta({ id: 'FormSaved' })
export type FormSaved = z.infer<typeof FormSaved>

/** For people who have the form open in the editor (`editors.ts`). */
export const editorEvents = { 'form.saved': FormSaved }
