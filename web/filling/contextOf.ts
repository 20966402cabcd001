/** What a form knows on this device without asking: who, when, about what, and what was answered the last time. */
import type { Answers, RowReference } from '#shared/forms/answers.ts'
import type { Definition } from '#shared/forms/definition.ts'
import { compileForm } from '#shared/forms/evaluation/compile.ts'
import { type FormContext, wallClock } from '#shared/forms/evaluation/context.ts'
import { toLocale } from '#shared/lib/language.ts'
import type { NamedSubject } from '#shared/lib/subjects.ts'
import { api } from '../lib/api.ts'
import { currentLocale } from '../lib/locale.ts'
import { inDatabase } from '../lib/offline/database.ts'
import { answersOf, type Entry } from '../lib/offline/entry.ts'
import { currentUser } from '../lib/session.ts'

/** Nobody waits longer to begin for the sake of what was answered before. */
const patienceMs = 3_000

export async function contextOf(entry: Entry, definition: Definition): Promise<FormContext> {
  const last = asksForLast(definition) ? await lastAnswers(entry) : undefined
  return { ...firstContextOf(entry), ...(last && { last }) }
}

/** The same as if the form were filled in for the first time. */
export function firstContextOf(entry: Entry): FormContext {
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
  compileForm(definition).parts.some(({ usesLast, question }) => usesLast || question?.default?.from === 'last_answer')

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
  if (here) return here
  const late = new Promise<undefined>(resolve => setTimeout(resolve, patienceMs))
  return Promise.race([fromServer(entry).catch(() => undefined), late])
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
