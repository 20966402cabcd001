/**
 * PDFs from Typst templates, which lie with their features. One renderer works through a queue;
 * it starts with the first document and ends after a quiet minute, which gives its memory back.
 */
import { requireNothingHeld } from '../heavy/holding.ts'
import type { PaperSeal } from './paperSeal.ts'
import { PdfRenderError } from './renderError.ts'
import { type Renderer, type RenderRequest, startRenderer } from './renderer.ts'
import type { Template } from './template.ts'

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
 * @throws PdfRenderError
 */
export function renderPdf<Data extends object>(
  { file: template }: Template<Data>,
  data: NoInfer<Data>,
  pictures: Record<string, Uint8Array> = {},
  seal: PaperSeal | null = null,
): Promise<Uint8Array> {
  requireNothingHeld('document')
  return new Promise((resolve, reject) => {
    if (waiting.length >= MOST_WAITING) return reject(new PdfRenderError('busy'))
    waiting.push({ request: { template, data, pictures, seal }, resolve, reject })
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
