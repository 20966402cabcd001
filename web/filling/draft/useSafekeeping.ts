/** What an open form does on its own: it goes with the clock, ends what was left half done, and leaves nothing behind unkept. */
import { useEffect } from 'react'
import { wallClock } from '#shared/forms/evaluation/context.ts'
import type { Draft } from '../../answers/draft/Draft.ts'
import type { AnswerRow } from '../../answers/draft/rows.ts'
import { whenDropped } from '../../lib/offline/database/database.ts'
import { isEditable } from '../../lib/offline/outboxHandler.ts'
import type { Entry } from '../journal/entry.ts'
import type { Writer } from '../journal/Writer.ts'
import { finishPhotos } from './finishPhotos.ts'

const minute = 60_000
/** How often an open form looks whether it is still kept; browsers mostly say when they drop it. */
const checkMs = 10_000

/** What looks at the clock is worked out again as time passes. */
export function useClock(draft: Draft): void {
  useEffect(() => {
    const timer = setInterval(() => draft.setNow(wallClock(new Date())), minute)
    return () => clearInterval(timer)
  }, [draft])
}

/** Goes on with photos at which an earlier visit was interrupted. */
export function useUnfinishedPhotos(draft: Draft, entry: Entry, onDrawn: () => void): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: the photos are drawn once, whoever asks to hear of it
  useEffect(() => {
    if (!isEditable(entry) || entry.change === 0) return
    const work = finishPhotos(entry)
    draft.awaits(work)
    work.then(onDrawn, error => console.warn('Photos are kept as they were taken', error))
  }, [draft])
}

/** Sees to it that leaving the page loses nothing that is not kept yet, and takes up what an earlier visit had to leave so. */
export function useRescue(draft: Draft, writer: Writer, rescued: AnswerRow[]): void {
  useEffect(() => {
    if (rescued.length > 0) draft.recover(rescued)
    writer.readPhotos()
    const look = () => void writer.check()
    const unwatch = whenDropped(look)
    const timer = setInterval(look, checkMs)
    const ask = (event: BeforeUnloadEvent) => {
      if (writer.keeping().problem) event.preventDefault()
    }
    const layDown = () => writer.rescue()
    // Of a hidden page no frame is drawn, after which it would be written.
    const hurry = () => void (writer.hasPending() ? writer.flush() : look())
    document.addEventListener('visibilitychange', hurry)
    addEventListener('beforeunload', ask)
    addEventListener('pagehide', layDown)
    return () => {
      unwatch()
      clearInterval(timer)
      layDown()
      document.removeEventListener('visibilitychange', hurry)
      removeEventListener('beforeunload', ask)
      removeEventListener('pagehide', layDown)
    }
  }, [draft, writer, rescued])
}
