/**
 * What failed in calls of which nobody is to know the time (contract.ts, `traceless`): kept in memory and written once
 * a day, by day. A line of a log bears its moment, and so does the journal that keeps it.
 */
import { describeError, type Log } from './log.ts'

const day = 24 * 3600_000
/** Others of one day are only counted. */
const maxKept = 20

export class AggregatedErrors {
  private readonly found = new Map<string, { error: object; times: number }>()
  private others = 0
  private readonly log: Pick<Log, 'error'>

  constructor(log: Pick<Log, 'error'>) {
    this.log = log
    setInterval(() => this.flush(), day).unref()
  }

  note(error: Error): void {
    const described = describeError(error)
    const key = `${described.type} ${described.message} ${described.stack}`
    const known = this.found.get(key)
    if (known) known.times++
    else if (this.found.size < maxKept) this.found.set(key, { error: described, times: 1 })
    else this.others++
  }

  /** Writes what was noted since the last time. */
  flush(): void {
    for (const { error, times } of this.found.values())
      this.log.error({ error, times }, 'Anonymous requests failed in the last day')
    if (this.others > 0) this.log.error({ times: this.others }, 'Further anonymous requests failed')
    this.found.clear()
    this.others = 0
  }
}
