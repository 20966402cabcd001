/**
 * Finds what an address means: a new form, a draft of this device by its uuid, or a draft of the server by its id. A
 * draft of this device opens at once and without a network; the server's changes come in afterwards.
 */
import type { About, Definition } from '#shared/forms/definition.ts'
import type { FormContext } from '#shared/forms/evaluation/context.ts'
import type { NamedSubject, SubjectRef } from '#shared/subjects/contract.ts'
import type { SentTask } from '#shared/tasks/contract.ts'
import type { AnswerRow } from '../../answers/draft/rows.ts'
import { api } from '../../api.ts'
import { newKey } from '../../lib/attemptKey.ts'
import { isEditable, type OutboxEntry } from '../../lib/offline/outboxHandler.ts'
import { queryClient } from '../../lib/queryClient.ts'
import { RequestError } from '../../lib/requestError.ts'
import { currentUser } from '../../lib/session/session.ts'
import { taskTitle } from '../../lib/taskTitle.ts'
import { type Entry, type FormRow, findForm, formsIn, inFormDatabase, newEntry, readBase } from '../storage/entry.ts'
import { recoverRows } from '../storage/restore.ts'
import { FormContextSnapshot } from './FormContextSnapshot.ts'
import { type FillingSearch, isNewDraft, subjectOf } from './fillingSearch.ts'
import { type LoadedForm, loadForm, newsOfDraft } from './loadForm.ts'

/** Fetched for what the server has besides: a form that is begun does not wait for it. */
const merging = () => import('../storage/mergeFromServer.ts')

export type Opening =
  | {
      kind: 'open'
      entry: Entry
      definition: Definition
      context: FormContext
      rows: AnswerRow[]
      rescued: AnswerRow[]
      /** Sees to it that the form is on this device, before the first answer is kept. */
      keepForm?: LoadedForm['keep']
      news?: LoadedForm['news']
    }
  /** What it is about is asked first. */
  | { kind: 'subject'; form: FormRow; about: About }
  /** Another address is the right one. */
  | { kind: 'moved'; id: string }
  /** It is complete, and was completed elsewhere. */
  | { kind: 'complete'; submissionId: number }
  /** This device does not know it; whether the server does could perhaps not be asked. */
  | { kind: 'unknown'; isUnasked?: boolean }

/** Throws a `RequestError` when something is needed from the server that it does not give. */
export async function openDraft(id: string, search: FillingSearch): Promise<Opening> {
  const user = currentUser()
  if (!user) return { kind: 'unknown' }
  const isUuid = id.includes('-')
  // Without a company nothing can be begun; what is here can be opened and saved.
  if (!user.company_id && !isUuid) return { kind: 'unknown' }
  if (id === 'new') return { kind: 'moved', id: await addressOfNew(user.id, search) }
  return /^\d+$/.test(id)
    ? openById(user.id, Number(id))
    : openByUuid({ userId: user.id, companyId: user.company_id ?? 0 }, id, search)
}

/** A task is filled in once: its person continues the same draft, here or on the device where it began. */
async function addressOfNew(userId: number, { task }: FillingSearch): Promise<string> {
  if (task === undefined) return newKey()
  const ofTask = formsIn(
    await inFormDatabase(userId, ({ entries }) => entries.where('task_sent_id').equals(task).toArray()),
  )
  const begun = ofTask.find(({ state }) => state !== 'discarded')
  if (begun) return begun.uuid
  const sent = await findSentTask(task)
  return sent?.submission_id ? String(sent.submission_id) : newKey()
}

async function openById(userId: number, id: number): Promise<Opening> {
  // Ids of other work are of other rows.
  const [here] = formsIn(await inFormDatabase(userId, ({ entries }) => entries.where('server_id').equals(id).toArray()))
  if (!here) {
    const detail = await api.submissions.get({ id })
    if (detail.status === 'complete') return { kind: 'complete', submissionId: id }
    // Thrown away elsewhere: it is brought back from the archive, and not by an old address.
    if (detail.archived_at && !detail.follows) throw new RequestError({ status: 404, code: 'not_found' })
    await (await merging()).adopt(userId, detail)
    return { kind: 'moved', id: detail.uuid }
  }
  return { kind: 'moved', id: here.uuid }
}

async function openByUuid(
  { userId, companyId }: { userId: number; companyId: number },
  uuid: string,
  search: FillingSearch,
): Promise<Opening> {
  // What this page has named just now is nowhere else yet.
  const isNew = search.form !== undefined && isNewDraft(uuid)
  const here = isNew ? undefined : await readEntry(userId, uuid)
  if (here) {
    if (here.entry.server_id !== null && isEditable(here.entry)) void catchUp(here.entry, here.entry.server_id)
    const context = await new FormContextSnapshot(here.entry, here.definition).context()
    const news = newsOfDraft(here.entry).catch(() => undefined)
    return { kind: 'open', ...here, context, rescued: await recoverRows(userId, uuid), news }
  }
  // A form begun again under its old address is merged with the server's when it is sent.
  const there = search.form === undefined ? await findThere(uuid) : undefined
  if (there) {
    await (await merging()).adopt(userId, there)
    return openByUuid({ userId, companyId }, uuid, search)
  }
  if (search.form === undefined || companyId === 0) return { kind: 'unknown', isUnasked: there === null }
  const [{ form, keep, news }, sent] = await Promise.all([
    loadForm(userId, search.form),
    search.task === undefined ? undefined : findSentTask(search.task),
  ])
  const asked = form.definition.settings?.about
  const subjects = sent?.subjects.length ? sent.subjects : await namedSubjects(search.about)
  if (asked && subjects.length === 0 && search.about !== 'none') return { kind: 'subject', form, about: asked }
  const entry = newEntry({
    uuid,
    user_id: userId,
    company_id: companyId,
    form_id: form.form_id,
    version: form.version,
    form_name: form.name,
    task_sent_id: search.task ?? null,
    task_title: sent ? taskTitle(sent) : null,
    subjects,
    ...(search.seed && { seed: search.seed }),
  })
  const { definition } = form
  const context = await new FormContextSnapshot(entry, definition).context()
  return {
    ...{ kind: 'open', entry, definition, context, rows: [], rescued: await recoverRows(userId, uuid) },
    ...{ keepForm: keep, ...(news && { news }) },
  }
}

/**
 * What the address says that it is about, with its name as this device knows it; nothing where there is no such row.
 */
async function namedSubjects(about: string | undefined): Promise<NamedSubject[]> {
  const wanted = subjectOf(about)
  if (!wanted) return []
  if (wanted.id < 0) return registeredHere(wanted)
  // The registers' calls are fetched when something is named, and not before each form.
  const { fetchNames } = await import('../../answers/registerNames.ts')
  const names = await fetchNames(wanted.type).catch(() => [])
  return names.flatMap(({ id, name }) => (id === wanted.id ? { ...wanted, name } : []))
}

/** A row that this device registered, under the id that the server gave it, if it has one. */
async function registeredHere({ type, id }: SubjectRef): Promise<NamedSubject[]> {
  const all = await inFormDatabase(currentUser()?.id ?? 0, ({ entries }) => entries.toArray())
  return (all as (OutboxEntry & { title?: string })[]).flatMap(row =>
    row.title !== undefined && row.temporary_id === id ? [{ type, id: row.server_id ?? id, name: row.title }] : [],
  )
}

/** An entry with its form and answers, all of one moment. */
const readEntry = (userId: number, uuid: string) =>
  inFormDatabase(userId, database =>
    database.transaction('r', database.entries, database.answers, database.forms, database.bases, async () => {
      const entry = await findForm(database, uuid)
      // From the first moment on: without it one's own earlier words would look like somebody else's, once the browser
      // dropped all this.
      await readBase(database, uuid)
      const form = entry && (await database.forms.get([entry.form_id, entry.version]))
      if (!entry || !form) return
      return { entry, definition: form.definition, rows: await database.answers.where('uuid').equals(uuid).toArray() }
    }),
  )

/**
 * The draft as the server has it, where this device lost it: the browser dropped what it kept. Null where the server
 * cannot be asked now.
 */
async function findThere(uuid: string) {
  const drafts = await api.submissions.list({ status: 'draft', uuid }).catch(error => {
    if (error instanceof RequestError && error.isPassing) return null
    return undefined
  })
  if (drafts === null) return null
  const found = drafts?.data[0]
  return found && api.submissions.get({ id: found.id })
}

/** Another device may have gone on with it. Without a network there is nothing to catch up with. */
const catchUp = (entry: Entry, id: number): Promise<unknown> =>
  api.submissions
    .get({ id })
    .then(async there => (await merging()).mergeFromServer(entry, there))
    .catch(() => undefined)

/**
 * The task that a form is filled in for: as a list of tasks showed it, or from the server; undefined where neither is
 * at hand.
 */
export async function findSentTask(id: number): Promise<SentTask | undefined> {
  return seenTask(id) ?? (await api.tasks.getSent({ id }).catch(() => undefined))
}

function seenTask(id: number): SentTask | undefined {
  for (const [, data] of queryClient.getQueriesData<Seen>({ queryKey: api.tasks.key })) {
    const lists = [data?.tasks, data?.data].filter(list => Array.isArray(list))
    const found = lists.flat().find((task: SentTask) => task.id === id)
    if (found) return found
  }
}

/** Own tasks, a page of any list of them, or an answer about tasks that has neither. */
type Seen = { tasks?: unknown; data?: unknown }
