/** Counts what a piece of work asks the database, wherever else the process is at work. */
import { AsyncLocalStorage } from 'node:async_hooks'
import { Client } from 'pg'
import { vi } from 'vitest'

const listening = new AsyncLocalStorage<object>()

/** What of the process is heard: the work alone, or all where it asks over a socket, behind which nobody knows it. */
type Heard = { overSocket?: boolean }

/** Hears the statements of the work: what jobs and others do in the background is theirs. */
async function hearing(
  work: () => Promise<unknown>,
  { overSocket = false }: Heard,
  hear: (text: string) => void,
): Promise<void> {
  const mark = {}
  const original = Client.prototype.query
  const spy = vi.spyOn(Client.prototype, 'query').mockImplementation(function (this: Client, ...asked: unknown[]) {
    const text = typeof asked[0] === 'string' ? asked[0] : (asked[0] as { text: string }).text
    if (overSocket || listening.getStore() === mark) hear(text)
    return (original as (...parameters: unknown[]) => never).apply(this, asked)
  })
  try {
    await listening.run(mark, work)
  } finally {
    spy.mockRestore()
  }
}

/** Counts the statements by which something is done. */
export async function statementsOf(work: () => Promise<unknown>): Promise<number> {
  let count = 0
  await hearing(work, {}, () => count++)
  if (count === 0) throw new Error('The work asked nothing, or over a socket.')
  return count
}

/** Statements by which something is done, grouped by write, which is a round trip. Orders of jobs are left out. */
export async function tripsOf(work: () => Promise<unknown>, heard: Heard = {}): Promise<string[][]> {
  const trips: string[][] = []
  let isOpen = false
  await hearing(work, heard, text => {
    if (/pgboss|pg_listening_channels|realtime_nodes|^select set_config\('plan_cache_mode/.test(text)) return
    if (!isOpen) {
      isOpen = true
      trips.push([])
      process.nextTick(() => {
        isOpen = false
      })
    }
    trips.at(-1)?.push(text)
  })
  return trips
}

/** A statement by its verb and its table: `insert locations`. */
export const inShort = (text: string): string =>
  /^(insert) into "(\w+)"|^(update) "(\w+)"|^(delete) from "(\w+)"|^(select) .*? from "(\w+)"/s
    .exec(text)
    ?.slice(1)
    .filter(part => part !== undefined)
    .join(' ') ?? text.replace(/^select (set_config|pg_notify).*$/s, '$1')
