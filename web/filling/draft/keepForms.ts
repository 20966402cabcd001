import { taskEvents } from '#shared/tasks/contract.ts'
import { api } from '../../api.ts'
import { currentUser } from '../../lib/session/session.ts'
import { keepFollowUps } from '../again/keepFollowUps.ts'
import { inJournal } from '../journal/journalDatabase.ts'
import { fetchForm } from './loadForm.ts'

/**
 * Brings every form that can be filled in onto this device, one after the other, and what the person is asked to fill in again; what is here
 * already is not fetched again. What they sent comes after that, and nobody waits for its PDFs.
 */
export async function keepForms(userId: number): Promise<void> {
  const { data } = await api.forms.list({ status: 'open', sort: 'name', per_page: 100 })
  for (const { id, version } of data) {
    if (version === null) continue
    const isHere = await inJournal(userId, ({ forms }) => forms.get([id, version]))
    if (!isHere) await fetchForm(userId, id)
  }
  await keepFollowUps(userId)
  void (await import('../../submissions/kept/commands.ts')).keepOwn()
}

let underway: Promise<void> | undefined
let isWantedAgain = false

/**
 * Brings forms and what is asked again onto this device, because a task was given, or because some may have been that nobody heard of. One after
 * the other, and for all that is told meanwhile once: a morning's tasks come in one moment. Never fails.
 */
export async function bringForms(told: unknown): Promise<void> {
  const given = taskEvents['task.assigned'].safeParse(told).data
  if (given && (given.form_id === null || given.user_id !== currentUser()?.id)) return
  isWantedAgain = true
  underway ??= bringAll()
    .catch(cause => console.warn('A task opens here with signal alone', cause))
    .finally(() => {
      underway = undefined
    })
  await underway
}

async function bringAll(): Promise<void> {
  while (isWantedAgain) {
    isWantedAgain = false
    const user = currentUser()
    // Where a browser keeps no tend, copies open nothing; and whoever acts as somebody else takes nothing of theirs along.
    if (!user || user.acting_for || !navigator.serviceWorker?.controller) return
    await keepForms(user.id)
  }
}
