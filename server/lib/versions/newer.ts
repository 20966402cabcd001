/**
 * Whether a newer version exists, where an address to ask was set (UPDATE_URL): one GET a day of each data folder, with
 * nothing in it that names this tend. Without the setting nothing is asked.
 */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import type { Config } from '../config/config.ts'
import { ifMissing } from '../files/storage.ts'
import { writeDurably } from '../postgres/place.ts'

const hour = 3600_000
const day = 24 * hour
const timeLimitMs = 10_000
/** Longer than the registry of npm answers about one version. */
const maxBytes = 256 * 1024

const Version = z.string().regex(/^\d+\.\d+\.\d+$/)
const Answer = z.object({ version: Version })

/** What was answered last: a version, or why there was no answer. */
export type Newest = { askedAt: string; version: string | null; error: string | null }

const noteOf = (dataDir: string) => join(dataDir, 'newest-version.json')

/** The last answer of the address; null without an address or an answer. */
export async function lastAnswer({ dataDir, updateUrl }: Config): Promise<Newest | null> {
  if (!updateUrl) return null
  const text = await readFile(noteOf(dataDir), 'utf8').catch(ifMissing)
  return text === null ? null : JSON.parse(text)
}

/** Asks once a day while tend runs. Returns what ends that. */
export function askDaily(config: Config): () => void {
  if (!config.updateUrl) return () => {}
  const look = () => void askIfDue(config, new Date())
  const timer = setInterval(look, hour).unref()
  look()
  return () => clearInterval(timer)
}

/** Asks, unless that was done within a day. A failure is noted for the health page and nowhere else. */
export async function askIfDue(config: Config, now: Date, ask: typeof fetch = fetch): Promise<void> {
  const { dataDir, updateUrl } = config
  const last = await lastAnswer(config)
  if (!updateUrl || (last && now.getTime() - Date.parse(last.askedAt) < day)) return
  const answer = await askFor(updateUrl, ask).then(
    version => ({ version, error: null }),
    (error: Error) => ({ version: last?.version ?? null, error: error.message }),
  )
  writeDurably(noteOf(dataDir), JSON.stringify({ askedAt: now.toISOString(), ...answer } satisfies Newest))
}

async function askFor(url: string, ask: typeof fetch): Promise<string> {
  const headers = { accept: 'application/json', 'user-agent': 'tend' }
  const response = await ask(url, { headers, redirect: 'error', signal: AbortSignal.timeout(timeLimitMs) })
  if (!response.ok || !response.body) throw new Error(`${new URL(url).host} answers ${response.status}.`)
  const parts: Uint8Array[] = []
  let size = 0
  for await (const part of response.body) {
    size += part.length
    if (size > maxBytes) throw new Error(`The answer of ${new URL(url).host} is too long.`)
    parts.push(part)
  }
  const parsed = Answer.safeParse(asJson(Buffer.concat(parts).toString()))
  if (!parsed.success) throw new Error(`${new URL(url).host} names no version.`)
  return parsed.data.version
}

function asJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Whether one version comes after another: `1.10.0` after `1.9.3`. */
export function isNewer(version: string, than: string): boolean {
  const [one = [], other = []] = [version, than].map(each => each.split('.').map(part => Number.parseInt(part, 10)))
  const at = one.findIndex((part, index) => part !== other[index])
  return at >= 0 && (one[at] ?? 0) > (other[at] ?? 0)
}
