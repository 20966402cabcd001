/** A program that keeps a copy of a list by incremental reads, and does what their answers say. */
import type { Endpoint } from '#shared/lib/contract.ts'
import type { Person } from './people.ts'

type Item = { id: number }
type Answer = { data: Item[]; meta: { cursor: string; has_more: boolean; gone: number[] } }

export class Mirror {
  readonly rows = new Map<number, Item>()
  /** All that it was ever told has gone. */
  readonly toldGone = new Set<number>()
  /** How often it had to begin again. */
  begun = 0
  #cursor: string | undefined
  readonly #reader: Person
  readonly #list: Endpoint
  readonly #input: object

  constructor(reader: Person, list: Endpoint, input: object = {}) {
    this.#reader = reader
    this.#list = list
    this.#input = input
  }

  /** Reads one step. Whether there is more at once. */
  async step(): Promise<boolean> {
    const from = this.#cursor ? { cursor: this.#cursor } : { updated_after: '2000-01-01T00:00:00Z' }
    if (!this.#cursor) this.begun++
    const response = await this.#reader.send(this.#list, { per_page: 25, ...this.#input, ...from })
    if (response.statusCode === 410) {
      this.#cursor = undefined
      this.rows.clear()
      return true
    }
    if (response.statusCode !== 200) throw new Error(`${this.#list.path}: ${response.body}`)
    const { data, meta } = JSON.parse(response.body) as Answer
    for (const row of data) this.rows.set(row.id, row)
    for (const id of meta.gone) {
      this.rows.delete(id)
      this.toldGone.add(id)
    }
    this.#cursor = meta.cursor
    return meta.has_more
  }

  async catchUp(): Promise<void> {
    while (await this.step());
  }

  /** The rows as they are copied, and as the list's pages show them now; both in the order of their ids. */
  async compared(): Promise<{ copied: Item[]; listed: Item[] }> {
    const listed: Item[] = []
    for (let page = 1; ; page++) {
      const response = await this.#reader.send(this.#list, { ...this.#input, page, per_page: 100 })
      const { data } = JSON.parse(response.body) as Answer
      listed.push(...data)
      if (data.length < 100) break
    }
    const inOrder = (rows: Item[]) => rows.sort((one, other) => one.id - other.id)
    return { copied: inOrder([...this.rows.values()]), listed: inOrder(listed) }
  }
}
