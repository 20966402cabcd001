import { taskEvents } from '#shared/tasks/contract.ts'
import { api } from '../../api.ts'
import { currentUser } from '../../lib/session/session.ts'
import { removeEntries } from '../storage/commands.ts'
import { entriesOfForms, inFormDatabase } from '../storage/entry.ts'
import { adopt } from '../storage/mergeFromServer.ts'
import { fetchForm } from './loadForm.ts'

/**
 * Brings every form that can be filled in onto this device, one after the other, unless it is there already, and the
 * forms that the person is asked to fill in again. Their sent submissions follow, and nobody waits for the PDFs.
 */
export async function keepForms(userId: number): Promise<void> {
  const { data } = await api.forms.list({ status: 'open', sort: 'name', per_page: 100 })
  for (const { id, version } of data) {
    if (version === null) continue
    const isHere = await inFormDatabase(userId, ({ forms }) => forms.get([id, version]))
    if (!isHere) await fetchForm(userId, id)
  }
  await keepFollowUps(userId)
  void (await import('../sentCommands.ts')).keepOwn()
  void (await import('../report/quickReport.ts')).keepReportForm()
}

let underway: Promise<void> | undefined
let isWantedAgain = false

/**
 * Loads forms and their questions onto this device, because a task was assigned or events may have been missed.
 * Requests run one after the other, and those that come during a run are served by one more run. Never fails.
 */
export async function refreshKeptForms(payload: unknown): Promise<void> {
  const given = taskEvents['task.assigned'].safeParse(payload).data
  if (given && (given.form_id === null || given.user_id !== currentUser()?.id)) return
  isWantedAgain = true
  underway ??= refreshAll()
    .catch(cause => console.warn('A task opens here with signal alone', cause))
    .finally(() => {
      underway = undefined
    })
  await underway
}

async function refreshAll(): Promise<void> {
  while (isWantedAgain) {
    isWantedAgain = false
    const user = currentUser()
    // Without a service worker cached forms open nothing; an admin who acts as somebody else stores nothing.
    if (!user || user.acting_for || !navigator.serviceWorker?.controller) return
    await keepForms(user.id)
  }
}

/** More than anybody is asked at once. */
const most = 100

/**
 * Brings what a person is asked to fill in again onto this device, so that it opens offline; what was withdrawn and
 * never touched here goes.
 */
export async function keepFollowUps(userId: number): Promise<void> {
  const { data } = await api.submissions.list({ status: 'draft', user_id: userId, sort: '-updated_at', per_page: most })
  const asked = data.filter(({ follows_id }) => follows_id !== null)
  const here = await inFormDatabase(userId, entriesOfForms)
  const known = new Set(here.map(({ uuid }) => uuid))
  for (const { id, uuid } of asked)
    if (!known.has(uuid)) {
      const detail = await api.submissions.get({ id })
      await adopt(userId, detail)
      // It may be of an earlier version than the one that is on this device.
      const { definition } = detail
      if (definition.tables)
        void import('../../answers/keepTables.ts').then(part => part.loadTables(userId, definition))
    }
  if (data.length >= most) return
  const open = new Set(asked.map(({ uuid }) => uuid))
  const gone = here.filter(
    entry => entry.follows && entry.state === 'draft' && entry.change === entry.sent_change && !open.has(entry.uuid),
  )
  if (gone.length > 0)
    await inFormDatabase(userId, database =>
      removeEntries(
        database,
        gone.map(({ uuid }) => uuid),
      ),
    )
}
