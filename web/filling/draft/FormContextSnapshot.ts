/** What a form knows on this device without asking: who, when, about what, and what was answered the last time. */

import type { Answers } from '#shared/forms/answers/answers.ts'
import type { Definition } from '#shared/forms/definition.ts'
import { type FormContext, wallClock } from '#shared/forms/evaluation/context.ts'
import { missingTables } from '#shared/forms/tables/contents.ts'
import { toLocale } from '#shared/lib/language.ts'
import { answersOf, type SubmissionHeader } from '../../answers/draft/rows.ts'
import { api } from '../../api.ts'
import { currentLocale } from '../../lib/locale.ts'
import { queryClient } from '../../lib/queryClient.ts'
import { currentUser } from '../../lib/session/session.ts'
import { formsIn, inFormDatabase } from '../storage/entry.ts'
import { asksOf, contextFrom, deviceId, isAbout } from './contextFrom.ts'

/** Nobody waits longer to begin for the sake of what can be known before. */
const patienceMs = 3_000

/** For a form that is filled in, or only tried in the builder. */
export class FormContextSnapshot {
  /** What the form asks for and takes time: while this stays the same, so does the context. */
  readonly asks: string
  private readonly entry: SubmissionHeader
  private readonly definition: Definition

  constructor(entry: SubmissionHeader, definition: Definition) {
    this.entry = entry
    this.definition = definition
    this.asks = asksOf(definition)
  }

  async context(): Promise<FormContext> {
    if (missingTables(this.definition).length > 0) {
      const { loadTables } = await import('../../answers/keepTables.ts')
      await loadTables(this.entry.user_id, this.definition)
    }
    const { follows } = this.entry
    const language = toLocale(currentLocale())
    // Disputed answers are those of then; who looks again looks now.
    if (follows?.kind === 'reopening')
      return { now: wallClock(new Date(follows.completed_at)), language, keeps: 'last_answers' }
    return contextFrom(this.entry, this.definition, {
      user: currentUser(),
      language,
      now: new Date(),
      deviceId,
      device: () => navigator.userAgent,
      companyName: () => inTime(companyName(this.entry.company_id)),
      lastAnswers: () => lastAnswers(this.entry),
    })
  }
}

/** What the company is called; without a network, what it was called when this device last heard of it. */
const companyName = async (id: number): Promise<string> =>
  (await queryClient.fetchQuery(api.companies.get.query({ id }))).name

/** Undefined where it takes too long or is not to be had. */
const inTime = <T>(work: Promise<T>): Promise<T | undefined> =>
  Promise.race([work.catch(() => undefined), new Promise<undefined>(resolve => setTimeout(resolve, patienceMs))])

/** Of this form and the same subjects: from this device, else from the server where it answers in time. */
async function lastAnswers(entry: SubmissionHeader): Promise<Answers | undefined> {
  const here = await inFormDatabase(entry.user_id, async ({ entries, answers }) => {
    const done = formsIn(await entries.where('state').anyOf('done', 'waiting', 'sending').toArray())
    const [last] = done
      .filter(one => one.form_id === entry.form_id && one.uuid !== entry.uuid && isAbout(one, entry.subjects))
      .sort((one, other) => (other.completed_at ?? '').localeCompare(one.completed_at ?? ''))
    return last && answersOf(await answers.where('uuid').equals(last.uuid).toArray())
  })
  return here ?? inTime(fromServer(entry))
}

async function fromServer({ form_id, user_id, subjects }: SubmissionHeader): Promise<Answers | undefined> {
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
