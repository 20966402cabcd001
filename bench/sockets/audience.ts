/**
 * An audience in a process of its own: thousands of sockets that hear one channel, and somebody who posts messages to
 * it.
 */
import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { hold } from '../holding.ts'

/**
 * A plain server of bench/baselines, or a tend with its credentials and the tokens of those who listen, a hundred
 * sockets each.
 */
export type Stage = {
  address: string
  tend?: { appId: string; key: string; secret: string; channel: string; tokens: string[] }
}

export type Order = { grow: number } | { post: number; oneByOne: boolean } | 'comeBack'

export type Audience = AsyncDisposable & {
  /** Adds sockets until there are this many. */
  grow(sockets: number): Promise<void>
  /**
   * Posts this many messages, all at once or each when the one before has been taken; how many of them arrive at a
   * socket in a second. Of those at once some go out together, one time two and another time three hundred.
   */
  deliveriesPerSecond(messages: number, oneByOne?: 'one by one'): Promise<number>
  /** Cuts all sockets off at once; the milliseconds until all are back and hear what they heard before. */
  comeBack(): Promise<number>
}

export function gatherAudience(stage: Stage): Audience {
  const child = fork(new URL('./audienceProcess.ts', import.meta.url), [JSON.stringify(stage)])
  const holding = hold(async () => {
    if (child.exitCode !== null || child.signalCode !== null) return
    child.kill('SIGKILL')
    await once(child, 'exit')
  })
  return {
    grow: async sockets => void (await tell(child, { grow: sockets })),
    deliveriesPerSecond: (messages, oneByOne) => tell(child, { post: messages, oneByOne: oneByOne !== undefined }),
    comeBack: () => tell(child, 'comeBack'),
    ...holding,
  }
}

/**
 * Gives an order; the number that answers it. Throws what went wrong, and after two minutes: a message that was lost
 * never arrives.
 */
async function tell(child: ChildProcess, order: Order): Promise<number> {
  const signal = AbortSignal.timeout(120_000)
  const answered = once(child, 'message', { signal })
  child.send(order)
  const [answer] = await answered
  if (typeof answer !== 'number') throw new Error(String(answer))
  return answer
}
