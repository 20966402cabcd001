import type { ReporterCase } from '#shared/cases/publicCase.ts'
import type { PublicFile, PublicForm, PublicSubmission } from '#shared/public-links/publicForm.ts'
import { request, visitorOptions } from '../../lib/client.ts'
import { inTab, storedText } from '../../lib/storage.ts'

/** Where a public form is, as the address names it. */
export type Link = { id: string; token: string }

/** Under `success` the visitor is thanked: no token is that short. */
export const thanksPath = (id: string) => `/form/${id}/public/success`

/** The form again, in the language in which it was read. */
export const formPath = ({ id, token }: Link) => `/form/${id}/public/${token}${location.search}`

/** Changes parameters of the address and keeps the others; `state` is for the way back. */
export function withSearch(name: string, value: string | undefined): string {
  const search = new URLSearchParams(location.search)
  if (value === undefined) search.delete(name)
  else search.set(name, value)
  const text = search.toString()
  return location.pathname + (text && `?${text}`)
}

// The calls of visitors, who are nobody: no session goes along, and the PIN of the link where it has one.

const pathOf = ({ id, token }: Link) => `/form/${encodeURIComponent(id)}/public/${encodeURIComponent(token)}`

/** The form behind a link. Throws a `RequestError`; with `pin_required` its data say whose form it is. */
export const getForm = (link: Link, pin: string | null): Promise<PublicForm> =>
  request('GET', pathOf(link), visitorOptions(pin))

/** Brings one file. Throws a `RequestError`. */
export const sendFile = (
  link: Link,
  pin: string | null,
  file: Blob,
  fields: Record<string, string | number>,
): Promise<PublicFile> => {
  const body = new FormData()
  for (const [name, value] of Object.entries(fields)) body.append(name, String(value))
  body.append('file', file)
  return request('POST', `${pathOf(link)}/attachment`, { ...visitorOptions(pin), body })
}

/** Brings the whole submission; the same again gets the same answer. Throws a `RequestError`. */
export const sendSubmission = (link: Link, pin: string | null, body: object): Promise<PublicSubmission> =>
  request('POST', pathOf(link), { ...visitorOptions(pin), body })

/** The day on which a report arrived, by the server. */
type Received = { received_on: string }

/** Files a case under its code; the same again is the same case. Throws a `RequestError`. */
export const sendReport = (link: Link, pin: string | null, code: string, body: object): Promise<Received> => {
  const { headers, ...rest } = visitorOptions(pin)
  return request('POST', `${pathOf(link)}/case`, { ...rest, headers: { ...headers, 'Case-Code': code }, body })
}

type Brought = { uuid: string; text?: string; question_id?: string; file?: Blob | undefined }

/** Says something more about a case, or brings a file; the same again changes nothing. Throws a `RequestError`. */
export const bringToCase = (code: string, { file, ...fields }: Brought): Promise<ReporterCase> => {
  const body = new FormData()
  for (const [name, value] of Object.entries(fields)) body.append(name, value)
  if (file) body.append('attachments[0]', file, 'file')
  return request('POST', '/form/public/case', { isAnonymous: true, headers: { 'Case-Code': code }, body })
}

/** The case of a code. Throws a `RequestError`; `wrong_case_code` where there is none. */
export const getCase = (code: string): Promise<ReporterCase> =>
  request('GET', '/form/public/case', { isAnonymous: true, headers: { 'Case-Code': code } })

// The PIN that a visitor typed, while the tab is open: a reload does not ask again, the next person on the
// device is asked.

/** Each link of a form has its own. */
const storedPin = ({ token }: Link) => storedText(inTab, `tend_public_pin_${token}`)

export const knownPin = (link: Link): string | null => storedPin(link).read()
export function keepPin(link: Link, pin: string): void {
  storedPin(link).write(pin)
}
export const forgetPin = (link: Link): void => storedPin(link).remove()
