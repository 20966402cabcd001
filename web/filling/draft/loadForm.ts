import { keepPictures } from '../../answers/texts/keepPictures.ts'
import { api } from '../../api.ts'
import { isEditable } from '../../lib/offline/outboxHandler.ts'
import { queryClient } from '../../lib/queryClient.ts'
import { RequestError } from '../../lib/requestError.ts'
import { type Entry, type FormRow, inFormDatabase } from '../storage/entry.ts'

/** With a copy at hand that is known to be old, nobody waits longer for a newer one. */
const patienceMs = 3_000

/**
 * What the server says of a form whose copy is shown: that there is a newer version, or why it cannot be filled in any
 * more.
 */
export type FormNews = { kind: 'newer' } | { kind: 'refused'; error: RequestError }

/** That there is a newer version than that of a draft, which was brought here; never fails. */
export async function newsOfDraft(entry: Entry): Promise<FormNews | undefined> {
  if (entry.follows || !isEditable(entry)) return undefined
  await fetchForm(entry.user_id, entry.form_id).catch(() => undefined)
  const { newerFormHere } = await import('../storage/newerVersion.ts')
  return (await newerFormHere(entry)) && { kind: 'newer' }
}

export type LoadedForm = {
  form: FormRow
  /**
   * Resolves when the form is on this device, without which answers could not be shown again. Throws what the database
   * throws, and may be called again then.
   */
  keep: () => Promise<void>
  /** Comes with the server's answer where a copy is shown; never fails. */
  news?: Promise<FormNews | undefined>
}

/**
 * The published version of a form, as soon as it can be had: this device's copy, and what the server says of it later;
 * the server's where there is no copy, or where this page knows already that there is a newer version. Throws a
 * `RequestError` when there is neither, and what the database throws.
 */
export async function loadForm(userId: number, formId: number): Promise<LoadedForm> {
  const fresh = askForForm(userId, formId)
  // Stored while it is drawn, so that a form that was seen opens offline, also if the page is left at once.
  fresh.then(({ keep }) => keep().catch(noteUnkept)).catch(() => undefined)
  // Also where the server is faster: a device that cannot store anything warns before the person begins.
  const copies = await inFormDatabase(userId, ({ forms }) => forms.where('form_id').equals(formId).toArray())
  const copy = copies.at(-1)
  if (!copy) return fresh
  const kept: LoadedForm = { form: copy, keep: async () => {} }
  const answered = fresh.catch(error => {
    if (isNoAnswer(error)) return kept
    throw error
  })
  if (copy.version < knownVersion(formId)) return Promise.race([answered, patience().then(() => kept)])
  const alreadyThere = await Promise.race([answered, Promise.resolve()])
  return alreadyThere ?? { ...kept, news: newsOf(fresh, copy) }
}

/** Fetches the published version of a form and keeps it. */
export async function fetchForm(userId: number, formId: number): Promise<void> {
  await (await askForForm(userId, formId)).keep()
}

async function askForForm(userId: number, formId: number): Promise<LoadedForm> {
  const { published, company_id, name, pictures } = await api.forms.get({ id: formId })
  if (!published) throw new RequestError({ status: 409, code: 'form_not_published' })
  const { number: version, definition } = published
  const form: FormRow = {
    ...{ form_id: formId, version, company_id, name, definition },
    kept_at: new Date().toISOString(),
  }
  let kept: Promise<void> | undefined
  const put = async () => {
    await inFormDatabase(userId, ({ forms }) => forms.put(form))
    if (definition.tables) void import('../../answers/keepTables.ts').then(part => part.loadTables(userId, definition))
    void keepPictures(userId, pictures).catch(cause => console.warn('Pictures of a form are missing here', cause))
  }
  const keep = () => {
    kept ??= put().catch(error => {
      kept = undefined
      throw error
    })
    return kept
  }
  return { form, keep }
}

async function newsOf(fresh: Promise<LoadedForm>, copy: FormRow): Promise<FormNews | undefined> {
  try {
    const { form, keep } = await fresh
    if (form.version <= copy.version) return undefined
    // The draft that takes it finds it here.
    await keep()
    return { kind: 'newer' }
  } catch (error) {
    return error instanceof RequestError && !error.isPassing ? { kind: 'refused', error } : undefined
  }
}

const noteUnkept = (cause: unknown) => console.warn('A form is not on this device yet', cause)

const isNoAnswer = (error: unknown) => error instanceof RequestError && error.isPassing

const patience = () => new Promise<void>(resolve => setTimeout(resolve, patienceMs))

/** The latest version that any list or page of this tab has read; 0 where none has. */
function knownVersion(formId: number): number {
  const heard = queryClient.getQueriesData<Heard>({ queryKey: api.forms.key }).flatMap(([, found]) => {
    const rows = Array.isArray(found?.data) ? found.data : [found]
    return rows.map(row => (row?.id === formId ? (row.version ?? row.published?.number ?? 0) : 0))
  })
  return Math.max(0, ...heard)
}

/** A form, or a page of a list of them. */
type Known = { id?: number; version?: number | null; published?: { number: number } | null }
type Heard = Known & { data?: Known[] }
