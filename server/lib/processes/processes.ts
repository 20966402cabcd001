/**
 * Several processes that serve at one port, behind one that only starts them, hands them connections and has the
 * database (decision 0057). To each other they are what nodes are: they speak through the database.
 */
import cluster, { type Worker } from 'node:cluster'
import { once } from 'node:events'
import { getCompileCacheDir } from 'node:module'
import { dirname } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { RestoreRequest } from '../backup/restoreRequest.ts'

/** Who asks for the figures of all processes waits no longer. */
const metricsMs = 5_000

const say = (worker: Worker, words: ToProcess) => worker.isConnected() && worker.send(words)

/** Between a process that ended by itself and the next one, doubled while they keep ending. */
const pauses = { first: 500, longest: 30_000 }
/** Who served so long has ended for a reason of its own. */
const steadyMs = 60_000

export type Processes = {
  /** Where they answer. */
  address: string
  /**
   * Replaces one after the other by processes that run `file`: each ends when its successor serves. Throws when one
   * does not start; the others keep serving.
   */
  restart(file: string): Promise<void>
  stop(): Promise<void>
}

type Settings = {
  count: number
  /** What a process runs: it calls `serveAsProcess`. */
  file: string
  ownerUrl: string
  log(line: string): void
  /** A process has been asked for a restore, for which all have to stop. */
  onRestore(asked: RestoreRequest): void
}

/**
 * Starts the first, which prepares the database, then all others. Throws when one does not start; those that did are
 * stopped.
 */
export async function startProcesses({ count, file, ownerUrl, log, onRestore }: Settings): Promise<Processes> {
  const cache = getCompileCacheDir()
  cluster.setupPrimary({ exec: file })
  const serving = new Map<number, Worker>()
  let isStopping = false
  let restarting: Promise<void> | undefined
  let pause = pauses.first

  const launch = async (number: number, isFirst: boolean): Promise<string> => {
    const worker = cluster.fork(cache ? { NODE_COMPILE_CACHE: dirname(cache) } : {})
    const begun = Date.now()
    const task: Task = { ownerUrl, number, isFirst }
    say(worker, { serve: task })
    const address = await new Promise<string>((resolve, reject) => {
      worker.once('exit', code => reject(new Error(`Process ${number} ended with ${code}.`)))
      // What the system cannot start ends without having begun; unheard, that would end all the others.
      worker.on('error', reject)
      worker.on('message', (words: FromProcess) => {
        if ('serving' in words) resolve(words.serving)
        else if ('failed' in words) reject(new Error(words.failed))
        else if ('metrics' in words) void tellMetrics(worker)
        else if ('restore' in words) onRestore(words.restore)
      })
    })
    serving.set(number, worker)
    worker.once('exit', code => {
      if (isStopping || serving.get(number) !== worker) return
      serving.delete(number)
      if (Date.now() - begun > steadyMs) pause = pauses.first
      log(`Process ${number} ended with ${code}: another one takes its place`)
      void replace(number)
    })
    return address
  }

  const replace = async (number: number): Promise<void> => {
    while (!isStopping && !serving.has(number)) {
      await sleep(pause)
      pause = Math.min(pause * 2, pauses.longest)
      if (isStopping || serving.has(number)) return
      await launch(number, false).catch(error => log(`Process ${number} does not start: ${error.message}`))
    }
  }

  const end = async (worker: Worker, how: 'leave' | 'stop'): Promise<void> => {
    const exit = once(worker, 'exit')
    if (!worker.isDead() && say(worker, { end: how })) await exit
  }

  const stop = async (): Promise<void> => {
    isStopping = true
    await restarting?.catch(() => {})
    await Promise.all(Object.values(cluster.workers ?? {}).map(worker => worker && end(worker, 'stop')))
  }

  const restartAll = async (): Promise<void> => {
    for (const number of [...serving.keys()]) {
      if (isStopping) return
      const former = serving.get(number)
      await launch(number, false)
      if (former) await end(former, 'leave')
      log(`Process ${number} is replaced`)
    }
  }

  try {
    const address = await launch(1, true)
    await Promise.all(Array.from({ length: count - 1 }, (_, index) => launch(index + 2, false)))
    return {
      address,
      restart: next => {
        cluster.setupPrimary({ exec: next })
        restarting ??= restartAll().finally(() => {
          restarting = undefined
        })
        return restarting
      },
      stop,
    }
  } catch (error) {
    await stop()
    throw error
  }
}

/** Tells a process the figures of all, which the library asks of each. */
async function tellMetrics(worker: Worker): Promise<void> {
  const { AggregatorRegistry } = await import('prom-client')
  aggregator ??= new AggregatorRegistry()
  const answer = await aggregator.clusterMetrics().then(
    metrics => ({ metrics }),
    (error: Error) => ({ metrics: null, reason: error.message }),
  )
  say(worker, answer)
}
let aggregator: { clusterMetrics(): Promise<string> } | undefined

/** Asks the first process for the figures of all in the text form of Prometheus. Throws when they do not come. */
export async function metricsOfAll(): Promise<string> {
  const signal = AbortSignal.timeout(metricsMs)
  const answer = new Promise<string>((resolve, reject) => {
    const hear = (words: ToProcess) => {
      if (!('metrics' in words)) return
      if (words.metrics === null) end(() => reject(new Error(words.reason)))
      else end(() => resolve(words.metrics))
    }
    const end = (settle: () => void) => {
      process.off('message', hear)
      settle()
    }
    process.on('message', hear)
    signal.addEventListener('abort', () => end(() => reject(signal.reason)))
  })
  tell({ metrics: 'wanted' })
  return answer
}

/** Asks the first process to stop all, to restore, and to start all again. */
export const askToRestore = (asked: RestoreRequest) => tell({ restore: asked })

export type Serving = { address: string; stop(): Promise<void>; leave(): Promise<void> }

const tell = (words: FromProcess) => process.send?.(words)

/**
 * Serves what the first process says, until it says to stop or is gone. Signals are for the first process alone: a
 * terminal and a service manager tell the whole group, and a process that stops at once breaks requests that the first
 * one lets finish.
 */
export function serveAsProcess(serve: (task: Task) => Promise<Serving>): void {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGUSR2'] as const) process.on(signal, () => {})
  let serving: Promise<Serving> | undefined
  process.on('message', async (words: ToProcess) => {
    if ('serve' in words) {
      serving = serve(words.serve)
      serving.then(
        ({ address }) => tell({ serving: address }),
        error => {
          console.error(error)
          tell({ failed: error.message })
          process.exit(1)
        },
      )
      return
    }
    // What it was told beside: figures, and the library that asks for them.
    if (!('end' in words)) return
    await (await serving)?.[words.end]()
    process.exit(0)
  })
}

// What the first process and those that serve say to each other.

/** What a process is to serve, said by the first one. */
export type Task = {
  /** The database, as its owner. */
  ownerUrl: string
  /** Counts from 1. The process that replaces another has its number. */
  number: number
  /** Whether it is the first of all: it fills in a demo, and says who becomes the administrator. */
  isFirst: boolean
}

/** Who leaves is replaced: it breaks no connection. Who stops is the end of all. */
export type ToProcess =
  | { serve: Task }
  | { end: 'leave' | 'stop' }
  | { metrics: string }
  | { metrics: null; reason: string }
export type FromProcess = { serving: string } | { failed: string } | { metrics: 'wanted' } | { restore: RestoreRequest }

/** One process alone works the jobs and what goes out; any of them writes them. */
export const worksJobs = ({ number }: Pick<Task, 'number'>) => number === 1
