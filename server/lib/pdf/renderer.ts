/**
 * One child process that turns templates into PDFs. A process and not a worker thread, because Typst is native code:
 * inside a thread its panic ends the whole server and its long call cannot be broken off (`terminate()` waits for it),
 * while a process can be killed at any moment. It also gets neither our environment nor our memory.
 */
import { type ChildProcess, fork } from 'node:child_process'
import { Socket } from 'node:net'
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

const ENTRY = new URL('./rendererProcess.ts', import.meta.url)
/** Where Typst gave up. What follows in its output can quote the document, so it is not kept. */
const PANIC = /panicked at \S+/

/** @param timeLimit milliseconds after which a render counts as stuck and its process is killed */
export function startRenderer(timeLimit: number): Renderer {
  const { PATH, LD_LIBRARY_PATH, SystemRoot } = process.env
  const child = fork(ENTRY, {
    // Two arenas keep glibc's memory at 280 MB after 120 documents, where its default grows past 400 MB.
    env: { PATH, LD_LIBRARY_PATH, SystemRoot, MALLOC_ARENA_MAX: '2' },
    execArgv: [],
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  })
  let alive = true
  let killedFor: 'too_slow' | 'stopped' | undefined
  let panic = ''
  child.stderr?.on('data', chunk => {
    panic ||= PANIC.exec(chunk)?.[0] ?? ''
  })
  const ended = new Promise<{ lastWords: string }>(resolve => {
    const end = (lastWords: string) => {
      alive = false
      resolve({ lastWords })
    }
    child.once('error', ({ message }) => end(message))
    child.once('close', (code, signal) => end(`${signal ?? code} ${panic}`.trim()))
  })
  keepProcessAlive(child, false)

  const kill = async (reason: typeof killedFor) => {
    killedFor ??= reason
    keepProcessAlive(child, true)
    child.kill('SIGKILL')
    await ended
  }

  return {
    get alive() {
      return alive && killedFor === undefined
    },
    stop: () => kill('stopped'),
    async render(request) {
      keepProcessAlive(child, true)
      const timer = setTimeout(() => kill('too_slow'), timeLimit)
      try {
        const answer = await Promise.race([ask(child, request), ended])
        if ('lastWords' in answer) throw new PdfRenderError(killedFor ?? 'crashed', answer.lastWords)
        if ('failure' in answer) throw new PdfRenderError('failed', answer.failure)
        return answer.pdf
      } finally {
        clearTimeout(timer)
        keepProcessAlive(child, false)
      }
    },
  }
}

/** A send that fails because the process is gone is answered by its end, not here. */
function ask(child: ChildProcess, request: RenderRequest): Promise<RenderAnswer> {
  return new Promise(resolve => {
    child.once('message', answer => resolve(answer as RenderAnswer))
    child.send(request, () => {})
  })
}

/** Only a render under way may keep the server from ending. */
function keepProcessAlive(child: ChildProcess, wanted: boolean) {
  const handles = [child, child.channel, child.stderr instanceof Socket ? child.stderr : undefined]
  for (const handle of handles) wanted ? handle?.ref() : handle?.unref()
}
