/** One child process that turns templates into PDFs, because Typst is native code (`lib/heavy/workerProcess.ts`). */
import { startWorkerProcess, WorkerProcessError } from '../heavy/workerProcess.ts'
import type { PaperSeal } from './paperSeal.ts'
import { PdfRenderError } from './renderError.ts'

export type RenderRequest = {
  template: string
  data: object
  pictures: Record<string, Uint8Array>
  seal: PaperSeal | null
}
export type RenderAnswer = { pdf: Uint8Array } | { failure: string }

export type Renderer = {
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
