/** Reporters, who are nobody, and those who handle what they send. */
import { codeOf } from '#shared/cases/code.ts'
import { publicCases } from '#shared/cases/publicCase.ts'
import type { FormDetail } from '#shared/forms/contract.ts'
import type { Definition } from '#shared/forms/definition.ts'
import type { Endpoint, InputOf } from '#shared/lib/contract.ts'
import { goodAnswers, penCheck, publishedForm } from './forms.ts'
import { type Person, request, type TestCompany } from './people.ts'
import { memberWith } from './roles.ts'
import { type Link, linkOf, somewhere } from './visitors.ts'

export const channel: Definition = { ...penCheck, settings: { reporting_channel: true } }

/** A published reporting channel with its link. */
export async function channelOf(boss: Person, definition = channel): Promise<{ form: FormDetail; link: Link }> {
  const form = await publishedForm(boss, definition)
  return { form, link: await linkOf(boss, form) }
}

/** Somebody with the case right. */
export const trusted = (farm: TestCompany, boss: Person): Promise<Person> =>
  memberWith(farm, boss, [{ action: ['read', 'update'], subject: 'Case' }])

export const newCode = () => codeOf(crypto.getRandomValues(new Uint8Array(16)))

type From = {
  from?: string
  headers?: Record<string, string>
  files?: { name: string; content: Buffer }[]
  token?: string
}

/** The raw answer to a reporter's call. */
export async function ask<E extends Endpoint>(endpoint: E, input: InputOf<E>, code: string, sent: From = {}) {
  const { from = somewhere(), headers, files, token = null } = sent
  const response = await request(endpoint, input, token, {
    from,
    ...(files && { files }),
    headers: { ...headers, 'case-code': code },
  })
  return { status: response.statusCode, ...(JSON.parse(response.body) as { data?: never; code?: string }) }
}

type Sent = Partial<InputOf<typeof publicCases.report>>

/** Files a case and gives its code. */
export async function report(link: Link, sent: Sent = {}, from: From = {}): Promise<string> {
  const code = newCode()
  const input = { answers: goodAnswers, locale: 'en' as const, identity: 'anonymous' as const, ...sent, ...link }
  const answer = await ask(publicCases.report, input, code, from)
  if (answer.status !== 201) throw new Error(`No case was taken: ${JSON.stringify(answer)}`)
  return code
}

export const say = (code: string, text: string, from: From = {}, more: object = {}) =>
  ask(publicCases.say, { uuid: crypto.randomUUID(), text, ...more }, code, from)
export const comeBack = (code: string, from: From = {}) => ask(publicCases.get, {}, code, from)
