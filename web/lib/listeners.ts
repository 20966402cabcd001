/** Subscribers to changes: the one way in which stores of the browser notify their screens (`useSyncExternalStore`). */
export class Listeners {
  private readonly all = new Set<() => void>()

  get size(): number {
    return this.all.size
  }

  /** Calls `listener` at each change, until the returned function is called. */
  readonly subscribe = (listener: () => void): (() => void) => {
    this.all.add(listener)
    return () => void this.all.delete(listener)
  }

  /** Calls all of them; they may come and go as it does. */
  readonly notify = (): void => {
    for (const listener of [...this.all]) listener()
  }
}
