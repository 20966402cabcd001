/**
 * What a form knows without asking, put together from what the device and the server have; what the form does not ask
 * for is not fetched.
 */
import type { Answers, RowReference } from '#shared/forms/answers/answers.ts'
import type { Definition } from '#shared/forms/definition.ts'
import type { ContextKey } from '#shared/forms/elementFields.ts'
import { asksForLast, compileForm } from '#shared/forms/evaluation/compile.ts'
import { type FormContext, wallClock } from '#shared/forms/evaluation/context.ts'
import { allNodes } from '#shared/forms/expressions/node.ts'
import { tablesOf } from '#shared/forms/tables/contents.ts'
import type { Locale } from '#shared/lib/language.ts'
import type { NamedSubject } from '#shared/subjects/contract.ts'
import { newKey } from '../../lib/attemptKey.ts'
import { onDevice, storedText } from '../../lib/storage.ts'

export type Sources = {
  user: { id: number; name: string; email: string | null } | null
  language: Locale
  now: Date
  /** The name of the device; undefined where it keeps none. */
  deviceId(): string | undefined
  /** What the device says of itself. */
  device(): string
  /** Undefined where it is not to be had in time, as are the answers of last time. */
  companyName(): Promise<string | undefined>
  lastAnswers(): Promise<Answers | undefined>
}

type Begun = { created_at: string; subjects: NamedSubject[] }

/** The context of a form that was begun at that moment and is about these subjects. */
export async function contextFrom(begun: Begun, definition: Definition, sources: Sources): Promise<FormContext> {
  const { user, language, now } = sources
  const [last, company_name] = await Promise.all([
    asksForLast(definition) ? sources.lastAnswers() : undefined,
    asksFor(definition, 'company_name') ? sources.companyName() : undefined,
  ])
  const device = asksForDevice(definition) ? sources.device() : undefined
  const device_id = asksFor(definition, 'device_id') ? sources.deviceId() : undefined
  return {
    now: wallClock(now),
    language,
    ...(device !== undefined && { device }),
    known: {
      started_at: wallClock(new Date(begun.created_at)),
      ...(user && { user_id: String(user.id), user_name: user.name, ...(user.email && { user_email: user.email }) }),
      ...subjectsKnown(begun.subjects),
      ...(company_name && { company_name }),
      ...(device_id && { device_id }),
    },
    ...(last && { last }),
  }
}

/** What of the context a form asks for and takes time, as a text to compare. */
export const asksOf = (definition: Definition): string =>
  [
    asksForLast(definition) && 'last',
    asksFor(definition, 'company_name') && 'company_name',
    asksFor(definition, 'device_id') && 'device_id',
    asksForDevice(definition) && 'device',
    ...tablesOf(definition),
  ]
    .filter(Boolean)
    .join()

const asksFor = (definition: Definition, key: ContextKey) =>
  compileForm(definition).parts.some(
    ({ question }) => question?.default?.from === 'context' && question.default.key === key,
  )

const asksForDevice = (definition: Definition) =>
  compileForm(definition).parts.some(
    ({ calculate }) =>
      calculate && allNodes(calculate).some(node => node.kind === 'call' && node.name === 'device-info'),
  )

const subjectsKnown = (subjects: NamedSubject[]) => ({
  ...(subjects[0] && { subject: subjects[0].name }),
  ...Object.fromEntries(
    subjects.map(({ type, id, name }): [`subject_${NamedSubject['type']}`, RowReference] => [
      `subject_${type}`,
      { id, name },
    ]),
  ),
})

/** Whether it is about the same subjects, in any order. */
export const isAbout = (one: { subjects: NamedSubject[] }, subjects: NamedSubject[]): boolean =>
  named(one.subjects) === named(subjects)

const named = (subjects: NamedSubject[]) =>
  subjects
    .map(({ type, id }) => `${type} ${id}`)
    .sort()
    .join()

const storedId = storedText(onDevice, 'tend_device_id')

/**
 * What a form calls this device (XLSForm's `deviceid`): made by chance when the first form asks for it, the same from
 * then on, and of no use for anything else. Undefined where the browser keeps nothing.
 */
export function deviceId(): string | undefined {
  const known = storedId.read()
  if (known) return known
  const made = newKey()
  if (storedId.write(made)) return made
  storedId.remove()
  return undefined
}
