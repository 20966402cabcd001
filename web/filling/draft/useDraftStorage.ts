import { useEffect, useState } from 'react'
import { wallClock } from '#shared/forms/evaluation/context.ts'
import type { Draft } from '../../answers/draft/Draft.ts'
import type { AnswerRow } from '../../answers/draft/rows.ts'
import { isEditable } from '../../lib/offline/outboxHandler.ts'
import { asFormDatabase, type Entry, findForm, inFormDatabase } from '../storage/entry.ts'
import type { FormDraft } from '../storage/formDraft.ts'
import { keepAnswers } from '../storage/formDraft.ts'

type Found = { entry: Entry | undefined; rows: AnswerRow[] | undefined }

/**
 * Follows the storage of an open form: answers of other tabs and devices go into the draft. Returns the entry,
 * undefined until it was first stored.
 */
export function useStoredDraft(draft: Draft, persister: FormDraft): Entry | undefined {
  const [entry, setEntry] = useState<Entry>()
  useEffect(() => {
    const { uuid } = draft.entry
    return persister.follow<Found>(
      found => {
        const database = asFormDatabase(found)
        return database.transaction('r', database.entries, database.answers, async () => {
          const entry = await findForm(database, uuid)
          // What was written here need not be read: all answers at every letter would be too much.
          if (!entry || persister.covers(entry)) return { entry, rows: undefined }
          return { entry, rows: await database.answers.where('uuid').equals(uuid).toArray() }
        })
      },
      ({ entry: found, rows }) => {
        if (!found) void persister.check()
        if (found && rows) draft.takeRows(rows)
        if (found) persister.read(found, rows)
        setEntry(before => (found && before && looksTheSame(before, found) ? before : found))
      },
    )
  }, [draft, persister])
  return entry
}

/**
 * The counts that each change moves are not drawn, only that there is one: a keystroke draws one question, not the
 * form.
 */
const looksTheSame = (one: Entry, other: Entry): boolean => shown(one) === shown(other)
const shown = (entry: Entry) =>
  JSON.stringify({
    ...entry,
    change: Math.min(entry.change, 1),
    sent_change: 0,
    synced_at: 0,
    updated_at: '',
    server_revision: 0,
  })

// What an open form does on its own: it goes with the clock, ends what was left half done, and leaves nothing behind
// unkept.

const minute = 60_000

/** What looks at the clock is worked out again as time passes. */
export function useClock(draft: Draft): void {
  useEffect(() => {
    const timer = setInterval(() => draft.setNow(wallClock(new Date())), minute)
    return () => clearInterval(timer)
  }, [draft])
}

/** Goes on with photos at which an earlier visit was interrupted. */
export function useUnfinishedPhotos(draft: Draft, entry: Entry, onDrawn: () => void): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: the photos are drawn once, independent of the listener
  useEffect(() => {
    if (!isEditable(entry) || entry.change === 0) return
    const work = finishPhotos(entry)
    draft.awaits(work)
    work.then(onDrawn, error => console.warn('Photos are kept as they were taken', error))
  }, [draft])
}

/** Loses nothing unkept when the page is left, and takes up what an earlier visit had to leave so. */
export function useRescue(draft: Draft, persister: FormDraft, rescued: AnswerRow[]): void {
  useEffect(() => {
    if (rescued.length > 0) draft.recover(rescued)
    return persister.guard()
  }, [draft, persister, rescued])
}

/**
 * Draws the photos of an entry that were taken when the page or the app ended; one that this device cannot read stays
 * as it is.
 */
async function finishPhotos(entry: Entry): Promise<void> {
  const photos = await inFormDatabase(entry.user_id, database =>
    database.photos.where('entry_uuid').equals(entry.uuid).toArray(),
  )
  for (const taken of photos.filter(({ state }) => state === 'taken')) {
    const { drawPhoto } = await import('../../answers/photos/takePhoto.ts')
    const photo = await drawPhoto(taken).catch(error => console.warn('A photo is kept as it was taken', error))
    if (!photo) continue
    // In between it may have been sent as it was.
    const now = await inFormDatabase(entry.user_id, database => database.photos.get(taken.uuid))
    if (now?.state === 'taken') await keepAnswers(entry, [], [photo])
  }
}
