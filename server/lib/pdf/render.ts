/**
 * PDFs from Typst templates, which lie with their features. One renderer works through a queue;
 * it starts with the first document and ends after a quiet minute, which gives its memory back.
 */
import { requireNothingHeld } from '../concurrency/connectionGuard.ts'
import { startWorkerProcess, WorkerProcessError } from '../concurrency/workerProcess.ts'
import type { PdfSeal, Template } from './template.ts'

const TIME_LIMIT = 30_000
const QUIET_BEFORE_END = 60_000
const MOST_WAITING = 100

type Job = { request: RenderRequest; resolve: (pdf: Uint8Array) => void; reject: (error: PdfRenderError) => void }

let waiting: Job[] = []
let working = false
let renderer: Renderer | undefined
let idleTimer: NodeJS.Timeout | undefined

/**
 * Renders a template as PDF/A-2b, in another process.
 * @param pictures by the names that the data uses; JPEG, PNG, WebP, GIF, AVIF or TIFF, turned upright and scaled down
 *   for print. One that is absent or broken becomes a box that says so.
 * @param seal what every document of the server carries; null only for what nobody gets
 * @param madeAt what it says of itself, so that the same data is the same bytes; now, where it is left out
 * @throws PdfRenderError
 */
export function renderPdf<Data extends object>(
  { file: template }: Template<Data>,
  data: NoInfer<Data>,
  pictures: Record<string, Uint8Array> = {},
  seal: PdfSeal | null = null,
  madeAt?: Date,
): Promise<Uint8Array> {
  requireNothingHeld('document')
  return new Promise((resolve, reject) => {
    if (waiting.length >= MOST_WAITING) return reject(new PdfRenderError('busy'))
    waiting.push({ request: { template, data, pictures, seal, madeAt }, resolve, reject })
    if (!working) void work()
  })
}

/** Ends the renderer; documents that wait or are under way are rejected as stopped. */
export async function stopRenderers(): Promise<void> {
  for (const job of waiting) job.reject(new PdfRenderError('stopped'))
  waiting = []
  clearTimeout(idleTimer)
  await renderer?.stop()
}

async function work() {
  working = true
  clearTimeout(idleTimer)
  for (let job = waiting.shift(); job; job = waiting.shift()) {
    try {
      if (!renderer?.alive) renderer = startRenderer(TIME_LIMIT)
      job.resolve(await renderer.render(job.request))
    } catch (error) {
      // Also where the system starts no process any more: the next document tries again.
      job.reject(error as PdfRenderError)
    }
  }
  working = false
  idleTimer = setTimeout(() => renderer?.stop(), QUIET_BEFORE_END).unref()
}

// Child process that turns templates into PDFs: Typst is native code (`lib/concurrency/workerProcess.ts`).

export type RenderRequest = {
  template: string
  data: object
  pictures: Record<string, Uint8Array>
  seal: PdfSeal | null
  madeAt?: Date | undefined
}
export type RenderAnswer = { pdf: Uint8Array } | { failure: string }

type Renderer = {
  /** Renders one document; the caller waits for the answer before it asks for the next. */
  render(request: RenderRequest): Promise<Uint8Array>
  /** Ends the process at once; a render under way is rejected as stopped. */
  stop(): Promise<void>
  readonly alive: boolean
}

/** @param timeLimit milliseconds after which a render counts as stuck and its process is killed */
export function startRenderer(timeLimit: number): Renderer {
  const child = startWorkerProcess<RenderRequest, RenderAnswer>(new URL('./rendererProcess.ts', import.meta.url))
  return {
    get alive() {
      return child.alive
    },
    stop: child.stop,
    async render(request) {
      const answer = await child.ask(request, timeLimit).catch(error => {
        throw error instanceof WorkerProcessError ? new PdfRenderError(error.reason, error.message) : error
      })
      if ('failure' in answer) throw new PdfRenderError('failed', answer.failure)
      return answer.pdf
    },
  }
}

/**
 * Why there is no PDF: `busy` too many wait already · `failed` the template does not take this data (the message has
 * Typst's diagnostics) · `too_slow` over the time limit · `crashed` the renderer died (the message says how)
 * · `stopped` the server is ending.
 */
export class PdfRenderError extends Error {
  readonly reason: 'busy' | 'failed' | 'too_slow' | 'crashed' | 'stopped'

  constructor(reason: PdfRenderError['reason'], details = '') {
    super(`The PDF was not rendered (${reason})${details && `: ${details}`}`)
    this.name = 'PdfRenderError'
    this.reason = reason
  }
}
