import type { FromProcess, Task, ToProcess } from './words.ts'

export type Serving = { address: string; stop(): Promise<void>; leave(): Promise<void> }

const tell = (words: FromProcess) => process.send?.(words)

/**
 * Serves what the first process says, until it says to stop or is gone. Signals are for the first process alone: a terminal and a service
 * manager tell the whole group, and whoever stops at once breaks what the first one lets finish.
 */
export function serveAsProcess(serve: (task: Task) => Promise<Serving>): void {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGUSR2'] as const) process.on(signal, () => {})
  let serving: Promise<Serving> | undefined
  process.on('message', async (words: ToProcess) => {
    if ('serve' in words) {
      serving = serve(words.serve)
      serving.then(
        ({ address }) => tell({ serving: address }),
        error => {
          console.error(error)
          tell({ failed: error.message })
          process.exit(1)
        },
      )
      return
    }
    await (await serving)?.[words.end]()
    process.exit(0)
  })
}
