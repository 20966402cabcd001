/**
 * Stops all parts that were started, the latest first and PostgreSQL last. Signals within ten seconds count as one,
 * because npm and service managers send several; a later one stops the database at once.
 */
type Part = () => Promise<void>

/** In which signals of a stop are one wish. */
const oneWishMs = 10_000

export class Stopping {
  private readonly parts: Part[] = []
  private readonly say: (line: string) => void
  private since: number | undefined
  private ending: Promise<never> | undefined
  private database: Part = async () => {}

  constructor(say: (line: string) => void) {
    this.say = say
  }

  get isAsked(): boolean {
    return this.since !== undefined
  }

  /** Something that has started. */
  add(part: Part): void {
    this.parts.unshift(part)
  }

  /** The database, which is stopped in any case. To be added before what uses it. */
  addDatabase(stop: Part): void {
    this.database = stop
    this.add(stop)
  }

  /**
   * Stops at Ctrl-C, a closed terminal and a service manager's word, once `running` has started or failed; at a defect
   * at once.
   */
  listen(running: Promise<void>): void {
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => void this.ask(running))
    // The reader of the output may be gone: that must not end tend before its database.
    for (const output of [process.stdout, process.stderr]) output.on('error', () => {})
    process.on('uncaughtException', error => {
      console.error(error)
      void this.end(1)
    })
  }

  /** Stops everything and ends the process, or does `last` unless somebody asks to stop until then. */
  end(code: number, last?: () => never): Promise<never> {
    this.ending ??= this.stopAll(code, last)
    return this.ending
  }

  private async ask(running: Promise<void>): Promise<void> {
    if (this.since === undefined) {
      this.since = performance.now()
      this.say('\nStopping …')
      await running.catch(() => {})
      await this.end(0)
    } else if (performance.now() - this.since > oneWishMs) {
      await this.database()
      process.exit(1)
    }
  }

  private async stopAll(code: number, last?: () => never): Promise<never> {
    for (const part of this.parts.splice(0)) await part().catch(error => console.error(error))
    if (last && !this.isAsked) last()
    if (code === 0) this.say('Stopped.')
    process.exit(code)
  }
}
