/**
 * The child process of pictureWork.ts. It measures what a picture costs while native code draws it in threads of its own, and ends itself
 * where that is too much: that says something of the picture, and the clock says something of the machine.
 */
import { answerParent } from '../heavy/answerParent.ts'
import { drawings } from './drawing.ts'

export type PictureRequest = {
  drawing: keyof typeof drawings
  arguments: unknown[]
  /** Milliseconds of the processor, and bytes of memory more than before. */
  maxWorked: number
  maxMemory: number
}
export type PictureAnswer = { drawn: unknown } | { failure: string } | { isTooMuch: true }

const betweenLooks = 50

answerParent(async (request: PictureRequest): Promise<PictureAnswer> => {
  const watch = watchOver(request)
  try {
    const draw = drawings[request.drawing] as (...wanted: unknown[]) => Promise<unknown>
    return { drawn: await draw(...request.arguments) }
  } catch (error) {
    return { failure: String(error) }
  } finally {
    clearInterval(watch)
  }
})

function watchOver({ maxWorked, maxMemory }: PictureRequest): NodeJS.Timeout {
  const [before, memory] = [process.cpuUsage(), process.memoryUsage.rss()]
  return setInterval(() => {
    const { user, system } = process.cpuUsage(before)
    if ((user + system) / 1_000 < maxWorked && process.memoryUsage.rss() - memory < maxMemory) return
    process.send?.({ isTooMuch: true } satisfies PictureAnswer, () => process.kill(process.pid, 'SIGKILL'))
  }, betweenLooks)
}
