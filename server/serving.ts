import { forgetInterrupted, type RestoreRequest } from './lib/backup/restoreRequest.ts'
import type { Config } from './lib/config/config.ts'

export type Served = { address: string; stop(): Promise<void> }

/** Starts all that serves. `restore` is what the first page of an unused tend may ask for. */
export type Start = (config: Config, ownerUrl: string, restore: (asked: RestoreRequest) => void) => Promise<Served>

type Options = { ownerUrl: string; start: Start; say: (line: string) => void; fail: (error: unknown) => void }

/**
 * What serves at the moment. A restore from the first page stops it and begins again at the same port, so nothing that
 * knows the former database serves the restored one.
 */
export class Serving {
  readonly #options: Options
  #served: Served | undefined
  #isRestoring = false
  #isStopped = false

  constructor(options: Options) {
    this.#options = options
  }

  /** Begins, and says where it answers. */
  async begin(config: Config): Promise<string> {
    const { start, ownerUrl, fail } = this.#options
    forgetInterrupted(config)
    this.#served = await start(config, ownerUrl, asked => {
      if (this.#isRestoring || this.#isStopped) return
      this.#isRestoring = true
      this.#restore(config, asked).catch(fail)
    })
    return this.#served.address
  }

  async stop(): Promise<void> {
    this.#isStopped = true
    await this.#served?.stop()
  }

  async #restore(before: Config, asked: RestoreRequest): Promise<void> {
    const { ownerUrl, say } = this.#options
    const port = before.port || Number(new URL(this.#served?.address ?? '').port)
    // The settings are read again at each start, and by each process for itself.
    const config = { ...before, port, given: { ...before.given, PORT: String(port) } }
    process.env.PORT = String(port)
    say(`Restoring the backup ${asked.name}`)
    const { restoreBetween } = await import('./restoring.ts')
    await this.#served?.stop()
    this.#served = undefined
    await restoreBetween(config, ownerUrl, asked)
    this.#isRestoring = false
    if (!this.#isStopped) say(`tend ready ${await this.begin(config)}`)
  }
}
