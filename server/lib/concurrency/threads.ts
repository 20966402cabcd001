/**
 * Threads for heavy work in JavaScript. They start with the first piece and end after a quiet minute, which gives their
 * memory back.
 */
import { getCompileCacheDir } from 'node:module'
import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Piscina } from 'piscina'
import { Problem } from '#shared/lib/problem.ts'
import { heavyWork } from './heavyWork.ts'
import type { Begun, Piece } from './pieceThread.ts'

const most = 256
/**
 * What goes on for minutes in small pieces has little: with much, V8 clears nothing away before half of it is rubbish.
 */
const megabytesOf = { spreadsheet: most, rows: 48, evaluation: most, archive: most }
const quietBeforeEnd = 60_000
/** Requests come first. */
const niceIncrement = 10

/**
 * How long a thread may work at one piece, in milliseconds of the processor: how long it waits for one says nothing of
 * the piece, and is bounded apart (`heavyWork.ts`).
 */
export const maxWorked = { spreadsheet: 10_000, rows: 10_000, evaluation: 5_000, archive: 60_000 }
const betweenLooks = 100

type Kind = keyof typeof megabytesOf

const pools = new Map<number, Promise<Piscina>>()

function threads(kind: Kind): Promise<Piscina> {
  const megabytes = megabytesOf[kind]
  const pool = pools.get(megabytes) ?? openThreads(megabytes)
  pools.set(megabytes, pool)
  return pool
}

async function openThreads(megabytes: number): Promise<Piscina> {
  const { Piscina } = await import('piscina')
  return new Piscina({
    filename: fileURLToPath(new URL('./pieceThread.ts', import.meta.url)),
    minThreads: 0,
    maxThreads: 4,
    idleTimeout: quietBeforeEnd,
    resourceLimits: { maxOldGenerationSizeMb: megabytes, ...(megabytes < most && { maxYoungGenerationSizeMb: 8 }) },
    atomics: 'disabled',
    niceIncrement,
    recordTiming: false,
    env: compiled(),
    execArgv: [],
  })
}

/**
 * A thread reads what Node keeps of the TypeScript files, as the server does: translating them takes it twenty
 * megabytes.
 */
function compiled(): Record<string, string> {
  const folder = getCompileCacheDir()
  return folder ? { NODE_COMPILE_CACHE: dirname(folder) } : {}
}

/**
 * What the default function of a file makes of `wanted`, in a thread, when it is the turn of `whose`. Throws 413 for
 * what takes too much work or memory, 503 where it waits too long for a processor; its thread is ended.
 */
export const inThread = <Wanted, Answer>(kind: Kind, key: string, file: URL, wanted: Wanted): Promise<Answer> =>
  heavyWork(kind, key, async stop => {
    const begun: Begun = new Float64Array(new SharedArrayBuffer(2 * Float64Array.BYTES_PER_ELEMENT))
    const overworked = new AbortController()
    const pool = await threads(kind)
    const watch = setInterval(async () => {
      if ((await workedSince(pool, begun)) > maxWorked[kind]) overworked.abort()
    }, betweenLooks)
    const piece: Piece = { file: file.href, wanted, begun }
    try {
      return await pool.run(piece, { signal: AbortSignal.any([stop, overworked.signal]) })
    } catch (error) {
      throw overworked.signal.aborted || isOutOfMemory(error) ? new Problem('too_large') : error
    } finally {
      clearInterval(watch)
    }
  })

/** The milliseconds for which the thread of a piece has worked at it; none before it began. */
async function workedSince(pool: Piscina, [id, before = 0]: Begun): Promise<number> {
  const thread = id ? pool.threads.find(({ threadId }) => threadId === id) : undefined
  // A thread that has ended works no more.
  const { user, system } = (await thread?.cpuUsage().catch(() => null)) ?? { user: before, system: 0 }
  return (user + system - before) / 1_000
}

const isOutOfMemory = (error: unknown) =>
  error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY'
