/** The other side of workerProcess.ts: what a child process does with each message of its parent. */
import { constants, setPriority } from 'node:os'

/**
 * Answers one message after the other. The process ends with its parent, however that ends, and leaves a Ctrl-C, which
 * a terminal sends to both, to the parent. It kills itself: `process.exit` waits for native code.
 */
export function answerParent<Request, Answer>(answer: (request: Request) => Promise<Answer>): void {
  // Requests come first: a child takes what they leave.
  setPriority(constants.priority.PRIORITY_BELOW_NORMAL)
  process.on('SIGINT', () => {})
  process.on('SIGTERM', () => {})
  process.on('disconnect', () => process.kill(process.pid, 'SIGKILL'))
  process.on('message', async (request: Request) => {
    process.send?.(await answer(request))
  })
}
