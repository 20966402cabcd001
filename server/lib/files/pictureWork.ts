/**
 * Pictures are drawn in processes that are killed at the deadline: SVGs in one, whose few kilobytes can ask for hours,
 * and photos in another, so that a drawing of one company keeps nobody's photo waiting.
 */
import { Problem } from '#shared/lib/problem.ts'
import { heavyWork, kinds } from '../concurrency/heavyWork.ts'
import { startWorkerProcess, type WorkerProcess, WorkerProcessError } from '../concurrency/workerProcess.ts'
import type { drawings, PictureAnswer, PictureRequest } from './pictureProcess.ts'

/**
 * What one may cost, in milliseconds of the processor and in bytes. A logo is drawn in some hundredths of a second; the
 * largest photo takes three seconds and 400 MB here, and several times as long on a small computer.
 */
export const maxOf = {
  drawing: { maxWorked: 4_000, maxMemory: 512 * 1024 * 1024 },
  picture: { maxWorked: 20_000, maxMemory: 1024 * 1024 * 1024 },
}
/** Native code that dies of a picture would do so again; what the system ends for its memory may have another try. */
const diedOfPicture = /SIG(?:SEGV|ABRT|BUS|ILL|FPE)/
const quietBeforeEnd = 60_000
/** How long a picture may still take when the server stops. */
const maxAtStop = 2_000

type Kind = keyof typeof maxOf
type Drawings = typeof drawings
type DrawnBy<Name extends keyof Drawings> = Drawings[Name] extends (...wanted: never[]) => Promise<infer Drawn>
  ? Drawn
  : never
type Slot = { child?: PictureChild; idle?: NodeJS.Timeout; isBusy: boolean }
type PictureChild = WorkerProcess<PictureRequest, PictureAnswer>

const slots: Record<Kind, Slot> = { drawing: { isBusy: false }, picture: { isBusy: false } }
/** How often it was stopped: what was asked for before that is not begun. */
let stops = 0

/**
 * What a function of `pictureProcess.ts` draws, when it is the turn of `whose`. Throws 413 for a picture of too many
 * points or too much work, 415 for what is none, 503 where too much waits, it takes too long by the clock, or the
 * server stops.
 */
export function drawApart<Name extends keyof Drawings>(
  kind: Kind,
  turnKey: string,
  drawing: Name,
  ...wanted: Parameters<Drawings[Name]>
): Promise<DrawnBy<Name>> {
  const stopsBefore = stops
  return heavyWork(kind, turnKey, async () => {
    if (stops !== stopsBefore) throw new Problem('unavailable')
    const answer = await askProcess(kind, { drawing, arguments: wanted, ...maxOf[kind] })
    if ('drawn' in answer) return answer.drawn as DrawnBy<Name>
    if ('isTooMuch' in answer || answer.failure.includes('pixel limit')) throw new Problem('too_large')
    throw new Problem('file_type_refused')
  })
}

async function askProcess(kind: Kind, request: PictureRequest): Promise<PictureAnswer> {
  const slot = slots[kind]
  clearTimeout(slot.idle)
  if (!slot.child?.alive) slot.child = startWorkerProcess(new URL('./pictureProcess.ts', import.meta.url))
  const { child } = slot
  slot.isBusy = true
  try {
    const answer = await child.ask(request, kinds[kind].milliseconds)
    // It kills itself after that answer, and takes nothing more.
    if ('isTooMuch' in answer) await child.stop()
    return answer
  } catch (error) {
    if (!(error instanceof WorkerProcessError)) throw error
    throw new Problem(diedOfPicture.test(error.message) ? 'file_type_refused' : 'unavailable')
  } finally {
    slot.isBusy = false
    slot.idle = setTimeout(() => child.stop().catch(() => {}), quietBeforeEnd).unref()
  }
}

/** Ends the processes for a stop of the server; what is under way has two seconds, and what waits is put off. */
export async function stopPictures(): Promise<void> {
  stops++
  const until = Date.now() + maxAtStop
  while (Object.values(slots).some(({ isBusy }) => isBusy) && Date.now() < until)
    await new Promise(resolve => setTimeout(resolve, 20))
  await Promise.all(
    Object.values(slots).map(async ({ child, idle }) => {
      clearTimeout(idle)
      await child?.stop()
    }),
  )
}
