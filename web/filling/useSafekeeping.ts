/** What an open form does on its own: it goes with the clock, ends what was left half done, and leaves nothing behind unkept. */
import { useEffect } from 'react'
import { type AnswerRow, isEditable } from '../lib/offline/entry.ts'
import { wallNow } from './answers/wallNow.ts'
import type { Draft } from './Draft.ts'
import { drawRemains } from './drawRemains.ts'

const minute = 60_000

/** What looks at the clock is worked out again as time passes. */
export function useClock(draft: Draft): void {
  useEffect(() => {
    const timer = setInterval(() => draft.setNow(wallNow()), minute)
    return () => clearInterval(timer)
  }, [draft])
}

/** Goes on with photos at which an earlier visit was interrupted. */
export function useRemains(draft: Draft, onDrawn: () => void): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: the photos are drawn once, whoever asks to hear of it
  useEffect(() => {
    if (!isEditable(draft.entry)) return
    const work = drawRemains(draft.entry)
    draft.awaits(work)
    work.then(onDrawn, error => console.warn('Photos are kept as they were taken', error))
  }, [draft])
}

/** Sees to it that leaving the page loses nothing that is not kept yet, and takes up what an earlier visit had to leave so. */
export function useRescue(draft: Draft, rescued: AnswerRow[]): void {
  useEffect(() => {
    const { writer } = draft
    if (rescued.length > 0) draft.recover(rescued)
    const ask = (event: BeforeUnloadEvent) => {
      if (writer.keeping().problem) event.preventDefault()
    }
    const layDown = () => writer.rescue()
    // Of a hidden page no frame is drawn, after which it would be written.
    const hurry = () => void (writer.hasPending() && writer.flush())
    document.addEventListener('visibilitychange', hurry)
    addEventListener('beforeunload', ask)
    addEventListener('pagehide', layDown)
    return () => {
      layDown()
      document.removeEventListener('visibilitychange', hurry)
      removeEventListener('beforeunload', ask)
      removeEventListener('pagehide', layDown)
    }
  }, [draft, rescued])
}
