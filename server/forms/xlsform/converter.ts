/**
 * Conversions between XLSForms and forms. A spreadsheet of thousands of rows takes seconds, in which nobody else would be served, and
 * one that was made to do harm takes as much memory as it gets: so they are done in a thread of their own, one after the other, with
 * limits to time and memory. A thread is enough, because all of it is JavaScript, which can be broken off at any moment. It starts with
 * the first conversion, and ends when none was wanted for a minute.
 */
import { Worker } from 'node:worker_threads'
import { Problem, type ProblemCode } from '#shared/lib/problem.ts'
import type { FormToExport } from './exportDefinition.ts'
import type { Fault, Note } from './findings.ts'
import type { Imported, Importing } from './importDefinition.ts'

export type Conversion =
  | ({ direction: 'import'; content: Uint8Array } & Importing)
  | { direction: 'export'; form: FormToExport }

type ImportAnswer = Omit<Imported, 'findings'> & { notes: Note[]; faults: Fault[] }
type ExportAnswer = { content: Uint8Array }
export type ConversionAnswer = ImportAnswer | ExportAnswer | { problem: ProblemCode }

/** The largest form needs a tenth of it. */
const timeLimit = 60_000
const memoryLimit = 768
const idleLimit = 60_000

/** What a workbook becomes. Throws 415 for a file that is none, 413 for one that is too large, takes too long or too much memory. */
export const importInThread = (content: Uint8Array, importing: Importing) =>
  inTurn({ direction: 'import', content, ...importing }) as Promise<ImportAnswer>

/** The workbook that a form becomes. Throws 413 for a form that takes too long or too much memory. */
export const exportInThread = (form: FormToExport) => inTurn({ direction: 'export', form }) as Promise<ExportAnswer>

let last: Promise<unknown> = Promise.resolve()
let thread: Worker | undefined
let idle: NodeJS.Timeout | undefined

function inTurn(wanted: Conversion): Promise<ConversionAnswer> {
  const answer = last.then(() => convert(wanted))
  last = answer.catch(() => undefined)
  return answer
}

async function convert(wanted: Conversion): Promise<ConversionAnswer> {
  clearTimeout(idle)
  thread ??= startThread()
  const current = thread
  // Only a conversion under way may keep the server from ending.
  current.ref()
  try {
    const answer = await answerOf(current, wanted)
    if ('problem' in answer) throw new Problem(answer.problem)
    return answer
  } finally {
    current.unref()
    idle = setTimeout(() => end(current), idleLimit).unref()
  }
}

function startThread(): Worker {
  const started = new Worker(new URL('./converterThread.ts', import.meta.url), {
    env: {},
    execArgv: [],
    resourceLimits: { maxOldGenerationSizeMb: memoryLimit },
  })
  // Also what goes wrong while nobody waits for it.
  return started.on('error', () => end(started))
}

function end(ended: Worker): void {
  if (thread === ended) thread = undefined
  void ended.terminate()
}

function answerOf(asked: Worker, wanted: Conversion): Promise<ConversionAnswer> {
  return new Promise<ConversionAnswer>((resolve, reject) => {
    const leave = () => {
      clearTimeout(timer)
      asked.off('message', onMessage).off('error', onError).off('exit', onExit)
    }
    const onMessage = (answer: ConversionAnswer) => {
      leave()
      resolve(answer)
    }
    const fail = (error: unknown) => {
      leave()
      end(asked)
      reject(error)
    }
    const onError = (error: unknown) => fail(isOutOfMemory(error) ? new Problem('too_large') : error)
    const onExit = (code: number) => fail(new Error(`the conversion ended with ${code} before it answered`))
    const timer = setTimeout(() => fail(new Problem('too_large')), timeLimit)
    asked.on('message', onMessage).on('error', onError).on('exit', onExit)
    asked.postMessage(wanted)
  })
}

const isOutOfMemory = (error: unknown) =>
  error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY'
