/** People without an account who fill in a form by its public link. */
import type { Answers } from '#shared/forms/answers/answers.ts'
import type { FormDetail } from '#shared/forms/contract.ts'
import { type PublicLink, publicLinks } from '#shared/forms/public/publicLink.ts'
import type { Endpoint, InputOf, ResultOf } from '#shared/lib/contract.ts'
import type { Locale } from '#shared/lib/language.ts'
import { type PublicWorkAsked, publicForms } from '#shared/public-links/publicForm.ts'
import { solve } from '#shared/public-links/puzzle.ts'
import { goodAnswers } from './forms.ts'
import { type Person, request } from './people.ts'
import { photo } from './submissions.ts'

export type Link = { id: number; token: string }
type From = { from?: string; pin?: string; lang?: Locale; file?: { name: string; content: Buffer } }

let places = 0
/** An internet address that nobody came from before: those of one are counted together. */
export const somewhere = () => `10.${(++places >> 16) & 255}.${(places >> 8) & 255}.${places & 255}`

/** What an address of a link names. */
export function linkIn({ address }: Pick<PublicLink, 'address'>): Link {
  const [, id = '', token = ''] = /\/form\/(\d+)\/public\/([\w-]+)$/.exec(address) ?? []
  return { id: Number(id), token }
}

/** The link of a form, with these settings. */
export async function linkOf(
  boss: Person,
  form: Pick<FormDetail, 'id'>,
  settings: Omit<InputOf<typeof publicLinks.create>, 'id'> = {},
): Promise<Link> {
  return linkIn(await boss.call(publicLinks.create, { id: form.id, ...settings }))
}

/** The living links of a form, as they were made. */
export const linksOf = async (boss: Person, { id }: Pick<FormDetail, 'id'>): Promise<PublicLink[]> =>
  (await boss.call(publicLinks.list, { id })).data

/** Changes the first link of a form. */
export async function changeLink(
  boss: Person,
  form: Pick<FormDetail, 'id'>,
  settings: Omit<InputOf<typeof publicLinks.update>, 'id' | 'public_link_id'>,
): Promise<PublicLink> {
  const [link] = await linksOf(boss, form)
  return boss.call(publicLinks.update, { id: form.id, public_link_id: link?.id ?? 0, ...settings })
}

async function ask(endpoint: Endpoint, input: object, { from = somewhere(), pin, ...options }: From) {
  const send = (sent: object) =>
    request(endpoint, sent, null, { ...options, from, ...(pin !== undefined && { headers: { 'form-pin': pin } }) })
  const response = await send(input)
  if (response.statusCode !== 428) return response
  // As a device does that has not worked yet.
  const { data } = JSON.parse(response.body) as { data: PublicWorkAsked }
  return send({ ...input, work: await solve(data.work, (input as Sent).uuid ?? '') })
}

export async function visit<E extends Endpoint>(endpoint: E, input: InputOf<E>, from: From = {}): Promise<ResultOf<E>> {
  const response = await ask(endpoint, input, from)
  if (response.statusCode >= 300) throw new Error(`${endpoint.path}: ${response.statusCode} ${response.body}`)
  return JSON.parse(response.body).data
}

export async function turnedAway(endpoint: Endpoint, input: object, from: From = {}) {
  const response = await ask(endpoint, input, from)
  if (response.statusCode < 400) throw new Error(`${endpoint.path} was not refused: ${response.body}`)
  return { status: response.statusCode, ...JSON.parse(response.body) }
}

type Sent = Partial<InputOf<typeof publicForms.submit>> & { answers?: Answers }

/** What a visitor sends. */
export const filledIn = (link: Link, sent: Sent = {}): InputOf<typeof publicForms.submit> => ({
  ...{ uuid: crypto.randomUUID(), answers: goodAnswers, locale: 'en', ...sent },
  ...link,
})

export async function bring(
  link: Link,
  file: Partial<{ submission_uuid: string; uuid: string; question_id: string; name: string; content: Buffer }> = {},
  from: From = {},
) {
  const { name = 'pen.jpg', content = await photo(), ...fields } = file
  const sent = { submission_uuid: crypto.randomUUID(), uuid: crypto.randomUUID(), question_id: 'picture', ...fields }
  return visit(publicForms.attach, { ...link, ...sent }, { ...from, file: { name, content } })
}
