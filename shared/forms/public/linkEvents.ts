import { z } from 'zod'
import { Id } from '../../lib/fields.ts'

/** Sent when the public link of a form was created, changed, revoked or used: the form is read again. */
export const FormLinkChanged = z.object({ form_id: Id }).meta({ id: 'FormLinkChanged' })
export type FormLinkChanged = z.infer<typeof FormLinkChanged>

/** For the managers of the company, and for people who have the form open in the editor. */
export const linkEvents = { 'form.link_changed': FormLinkChanged }
