import { Client } from 'pg'
import { vi } from 'vitest'

/** Counts the statements while something is done, those of jobs included. */
export async function statementsOf(work: () => Promise<unknown>): Promise<number> {
  const asked = vi.spyOn(Client.prototype, 'query')
  try {
    await work()
    return asked.mock.calls.length
  } finally {
    asked.mockRestore()
  }
}

/** Statements while something is done, grouped by write, which is a round trip. Those of jobs are left out. */
export async function tripsOf(work: () => Promise<unknown>): Promise<string[][]> {
  const trips: string[][] = []
  let isOpen = false
  const original = Client.prototype.query
  const spy = vi.spyOn(Client.prototype, 'query').mockImplementation(function (this: Client, ...asked: unknown[]) {
    const text = typeof asked[0] === 'string' ? asked[0] : (asked[0] as { text: string }).text
    if (!/pgboss|pg_listening_channels|realtime_nodes|^select set_config\('plan_cache_mode/.test(text)) {
      if (!isOpen) {
        isOpen = true
        trips.push([])
        process.nextTick(() => {
          isOpen = false
        })
      }
      trips.at(-1)?.push(text)
    }
    return (original as (...parameters: unknown[]) => never).apply(this, asked)
  })
  try {
    await work()
    return trips
  } finally {
    spy.mockRestore()
  }
}

/** A statement by its verb and its table: `insert locations`. */
export const inShort = (text: string): string =>
  /^(insert) into "(\w+)"|^(update) "(\w+)"|^(delete) from "(\w+)"|^(select) .*? from "(\w+)"/s
    .exec(text)
    ?.slice(1)
    .filter(part => part !== undefined)
    .join(' ') ?? text.replace(/^select (set_config|pg_notify).*$/s, '$1')
