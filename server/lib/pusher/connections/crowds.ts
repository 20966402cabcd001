import { tidyAndGiveBack } from '../../heavy/tidy.ts'

/** Fewer leave too little behind to be worth a pause. */
const crowd = 500
/** By then those who came have asked for what they need at first. */
const calmMs = 2_000

/**
 * Clears away what a crowd leaves behind that came in: of each socket some fifteen kilobytes of questions and answers, which V8 would keep
 * until as much again is needed. Returns what is to be called for each who comes; nothing happens while they keep coming.
 */
export function clearingAfterCrowds(clear: () => unknown = tidyAndGiveBack): () => void {
  let came = 0
  let calm: NodeJS.Timeout | undefined
  return () => {
    if (++came < crowd) return
    if (calm) calm.refresh()
    else
      calm = setTimeout(() => {
        calm = undefined
        came = 0
        clear()
      }, calmMs).unref()
  }
}
