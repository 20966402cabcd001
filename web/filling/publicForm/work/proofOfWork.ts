/**
 * The work that goes along with what a visitor sends: done in a thread of its own while they fill in, so that nobody
 * waits for it. What was not worked on, or too long ago, is worked on when it is sent.
 */
import type { Puzzle, Work } from '#shared/public-links/puzzle.ts'

const begun = new Map<string, { challenge: string; work: Promise<Work> }>()

/** Begins to work for a submission, unless that was done or the puzzle is none any more. */
export function beginWork(puzzle: Puzzle | null | undefined, uuid: string): void {
  if (!puzzle || begun.has(uuid) || Date.parse(puzzle.expires_at) <= Date.now()) return
  void workOn(puzzle, uuid)
}

/** What was worked for a submission so far, finished; undefined where nothing was begun. */
export const workFor = (uuid: string): Promise<Work> | undefined => begun.get(uuid)?.work

/** Works on this puzzle and drops an earlier one. */
export function workOn(puzzle: Puzzle, uuid: string): Promise<Work> {
  const known = begun.get(uuid)
  if (known?.challenge === puzzle.challenge) return known.work
  const work = inThread(puzzle, uuid).catch(error => {
    console.warn('There is no thread to work in', error)
    return here(puzzle, uuid)
  })
  begun.set(uuid, { challenge: puzzle.challenge, work })
  // Without signal neither a thread nor the puzzle's solver can be fetched: with it, both can.
  work.catch(() => {
    if (begun.get(uuid)?.work === work) begun.delete(uuid)
  })
  return work
}

function inThread(puzzle: Puzzle, uuid: string): Promise<Work> {
  return new Promise<Work>((resolve, reject) => {
    const worker = new Worker(new URL('./puzzle.worker.ts', import.meta.url), { type: 'module' })
    const end = () => worker.terminate()
    worker.onmessage = ({ data }: MessageEvent<Work>) => {
      end()
      resolve(data)
    }
    worker.onerror = event => {
      end()
      reject(new Error(event.message))
    }
    worker.postMessage({ puzzle, uuid })
  })
}

/** For browsers without such threads, or where they cannot be fetched: between the rounds the page continues. */
async function here(puzzle: Puzzle, uuid: string): Promise<Work> {
  const { solve } = await import('#shared/public-links/puzzle.ts')
  return solve(puzzle, uuid, () => new Promise(resolve => setTimeout(resolve)))
}
