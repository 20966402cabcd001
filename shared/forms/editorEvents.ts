import { z } from 'zod'
import { Id, Revision } from '../lib/fields.ts'

/** That a form was saved or published, and which revision it has by now. */
export const FormSaved = z.object({ id: Id, revision: Revision }).meta({ id: 'FormSaved' })
export type FormSaved = z.infer<typeof FormSaved>

/** Goes to those who have the form open to edit it (`editors.ts`). */
export const editorEvents = { 'form.saved': FormSaved }
