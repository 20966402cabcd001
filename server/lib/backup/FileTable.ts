/**
 * Facts about files, by path, in buffers outside of the heap: 64 bytes each with their place in an index, so a
 * million files take less than 80 MB and leave nothing to the garbage collection.
 */
import { hash } from 'node:crypto'

/** Half of the hash of a path, the file's size, the hash of its content, and a mark: where each begins. */
const part = { path: 0, bytes: 16, sha256: 22, mark: 54 }
const entryLength = 55
const entriesPerBuffer = 16_384

/** A file of a table. The mark is 0 at first; another means what those who fill the table say. */
class Entry {
  readonly #bytes: Buffer

  constructor(bytes: Buffer) {
    this.#bytes = bytes
  }

  get bytes(): number {
    return this.#bytes.readUIntLE(part.bytes, 6)
  }

  get sha256(): string {
    return this.#bytes.toString('hex', part.sha256, part.mark)
  }

  get mark(): number {
    return this.#bytes[part.mark] ?? 0
  }

  set mark(mark: number) {
    this.#bytes[part.mark] = mark
  }
}

export class FileTable {
  readonly #buffers: Buffer[] = []
  #count = 0
  /** Numbers of entries, counted from one: each where the hash of its path points, or at the next free place. */
  #index = new Uint32Array(2 ** 12)

  /** Adds a file, or replaces what was known of it. */
  set(path: string, { bytes, sha256 }: { bytes: number; sha256: string }, mark = 0): void {
    const key = keyOf(path)
    const entry = this.#numbered(this.#index[this.#slotOf(key)] || this.#add(key))
    entry.writeUIntLE(bytes, part.bytes, 6)
    entry.write(sha256, part.sha256, 'hex')
    entry[part.mark] = mark
  }

  /** What was added of a file; null where nothing was. */
  find(path: string): Entry | null {
    const number = this.#index[this.#slotOf(keyOf(path))]
    return number ? new Entry(this.#numbered(number)) : null
  }

  #add(key: Buffer): number {
    const number = ++this.#count
    if (number > this.#buffers.length * entriesPerBuffer)
      this.#buffers.push(Buffer.alloc(entriesPerBuffer * entryLength))
    key.copy(this.#numbered(number))
    if (number * 2 > this.#index.length) this.#grow()
    else this.#index[this.#slotOf(key)] = number
    return number
  }

  #numbered(number: number): Buffer {
    const [buffer, at] = [Math.floor((number - 1) / entriesPerBuffer), (number - 1) % entriesPerBuffer]
    return (this.#buffers[buffer] as Buffer).subarray(at * entryLength, (at + 1) * entryLength)
  }

  /** Where the number of an entry is, or would be added. */
  #slotOf(key: Buffer): number {
    const last = this.#index.length - 1
    for (let slot = key.readUInt32LE(0) & last; ; slot = (slot + 1) & last) {
      const number = this.#index[slot]
      if (!number || this.#numbered(number).compare(key, 0, key.length, 0, key.length) === 0) return slot
    }
  }

  #grow(): void {
    this.#index = new Uint32Array(this.#index.length * 2)
    for (let number = 1; number <= this.#count; number++)
      this.#index[this.#slotOf(this.#numbered(number).subarray(0, part.bytes))] = number
  }
}

/** Long enough that no two paths have the same, also none that were made for it. */
const keyOf = (path: string): Buffer => hash('sha256', path, 'buffer').subarray(0, part.bytes)
