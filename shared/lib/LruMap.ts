/**
 * Bounded map that drops the least recently used entry. Written here and not taken from `lru-cache`, which the server
 * uses: that has 5 kB gzip, and every screen would load it.
 */
export class LruMap<Key, Value> {
  private readonly entries = new Map<Key, Value>()
  readonly max: number

  constructor(max: number) {
    this.max = max
  }

  get size(): number {
    return this.entries.size
  }

  get(key: Key): Value | undefined {
    const value = this.entries.get(key)
    if (value !== undefined) this.set(key, value)
    return value
  }

  set(key: Key, value: Value): void {
    this.entries.delete(key)
    this.entries.set(key, value)
    if (this.entries.size <= this.max) return
    for (const oldest of this.entries.keys()) {
      this.entries.delete(oldest)
      return
    }
  }
}
