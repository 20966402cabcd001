import { z } from 'zod'
import { Id } from '../../lib/fields.ts'

/** That the public link of a form was made, changed, taken back or used: the form is to be read again. */
export const FormLinkChanged = z.object({ form_id: Id }).meta({ id: 'FormLinkChanged' })
export type FormLinkChanged = z.infer<typeof FormLinkChanged>

/** Goes to the managers of the company, and to those who have the form open to edit it. */
export const linkEvents = { 'form.link_changed': FormLinkChanged }
