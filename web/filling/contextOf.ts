/** What a form knows on this device without asking: who, when, about what, and what was answered the last time. */
import type { Answers, RowReference } from '#shared/forms/answers.ts'
import type { Definition } from '#shared/forms/definition.ts'
import type { ContextKey } from '#shared/forms/elementFields.ts'
import { compileForm } from '#shared/forms/evaluation/compile.ts'
import { type FormContext, wallClock } from '#shared/forms/evaluation/context.ts'
import { toLocale } from '#shared/lib/language.ts'
import type { NamedSubject } from '#shared/lib/subjects.ts'
import { api } from '../lib/api.ts'
import { currentLocale } from '../lib/locale.ts'
import { inDatabase } from '../lib/offline/database.ts'
import { answersOf, type Entry } from '../lib/offline/entry.ts'
import { queryClient } from '../lib/queryClient.ts'
import { currentUser } from '../lib/session.ts'
import { deviceId } from './deviceId.ts'

/** Nobody waits longer to begin for the sake of what can be known before. */
const patienceMs = 3_000

export async function contextOf(entry: Entry, definition: Definition): Promise<FormContext> {
  const [last, company_name] = await Promise.all([
    asksForLast(definition) ? lastAnswers(entry) : undefined,
    asksFor(definition, 'company_name') ? inTime(companyName(entry.company_id)) : undefined,
  ])
  const device_id = asksFor(definition, 'device_id') ? deviceId() : undefined
  const { known, ...rest } = firstContextOf(entry)
  return {
    ...rest,
    known: { ...known, ...(company_name && { company_name }), ...(device_id && { device_id }) },
    ...(last && { last }),
  }
}

/** The same as if the form were filled in for the first time. */
function firstContextOf(entry: Entry): FormContext {
  const user = currentUser()
  return {
    now: wallClock(new Date()),
    language: toLocale(currentLocale()),
    known: {
      started_at: wallClock(new Date(entry.created_at)),
      ...(user && { user_id: String(user.id), user_name: user.name, ...(user.email && { user_email: user.email }) }),
      ...subjectsKnown(entry.subjects),
    },
  }
}

const asksForLast = (definition: Definition) =>
  compileForm(definition).parts.some(({ asksLast, question }) => asksLast || question?.default?.from === 'last_answer')

const asksFor = (definition: Definition, key: ContextKey) =>
  compileForm(definition).parts.some(
    ({ question }) => question?.default?.from === 'context' && question.default.key === key,
  )

/** What the company is called; without a network, what it was called when this device last heard of it. */
const companyName = async (id: number): Promise<string> =>
  (await queryClient.fetchQuery(api.companies.get.query({ id }))).name

/** Undefined where it takes too long or is not to be had. */
const inTime = <T>(work: Promise<T>): Promise<T | undefined> =>
  Promise.race([work.catch(() => undefined), new Promise<undefined>(resolve => setTimeout(resolve, patienceMs))])

const subjectsKnown = (subjects: NamedSubject[]) =>
  Object.fromEntries(
    subjects.map(({ type, id, name }): [`subject_${NamedSubject['type']}`, RowReference] => [
      `subject_${type}`,
      { id, name },
    ]),
  )

/** Of this form and the same subjects: from this device, else from the server where it answers in time. */
async function lastAnswers(entry: Entry): Promise<Answers | undefined> {
  const here = await inDatabase(entry.user_id, async ({ entries, answers }) => {
    const done = await entries.where('state').anyOf('done', 'waiting', 'sending').toArray()
    const [last] = done
      .filter(one => one.form_id === entry.form_id && one.uuid !== entry.uuid && isAbout(one, entry.subjects))
      .sort((one, other) => (other.completed_at ?? '').localeCompare(one.completed_at ?? ''))
    return last && answersOf(await answers.where('uuid').equals(last.uuid).toArray())
  })
  return here ?? inTime(fromServer(entry))
}

async function fromServer({ form_id, user_id, subjects }: Entry): Promise<Answers | undefined> {
  const { data } = await api.submissions.list({
    form_id,
    user_id,
    status: 'complete',
    sort: '-completed_at',
    per_page: 25,
  })
  const found = data.find(one => isAbout(one, subjects))
  return found && (await api.submissions.get({ id: found.id })).answers
}

const isAbout = (one: { subjects: NamedSubject[] }, subjects: NamedSubject[]) => named(one.subjects) === named(subjects)
const named = (subjects: NamedSubject[]) =>
  subjects
    .map(({ type, id }) => `${type} ${id}`)
    .sort()
    .join()
