/**
 * A child process for native code, which a thread cannot hold: there a panic ends the whole server and a long call
 * cannot be broken off (`terminate()` waits for it), while a process is killed at any moment. It gets neither our
 * environment nor our memory.
 */
import { type ChildProcess, fork } from 'node:child_process'
import { Socket } from 'node:net'

/**
 * `too_slow` over the time limit · `crashed` it died by itself; the message says how · `stopped` the server is ending.
 */
export class WorkerProcessError extends Error {
  readonly reason: 'too_slow' | 'crashed' | 'stopped'

  constructor(reason: WorkerProcessError['reason'], details = '') {
    super(details)
    this.name = 'WorkerProcessError'
    this.reason = reason
  }
}

export type WorkerProcess<Request, Answer> = {
  /** Does one piece within `timeLimit` milliseconds. The caller waits for the answer before it asks for the next. */
  ask(request: Request, timeLimit: number): Promise<Answer>
  /** Ends the process at once; a piece under way is rejected as stopped. */
  stop(): Promise<void>
  readonly alive: boolean
}

/** Where native code gave up. What follows in its output can quote what it worked on, so it is not kept. */
const panicPlace = /panicked at \S+/

/** Those that live, to be killed with this process: a long native call does not notice that its parent is gone. */
const living = new Set<ChildProcess>()
process.on('exit', () => {
  for (const child of living) child.kill('SIGKILL')
})

/** Starts the file as a process that answers each message with one of its own. `settings` are those of Node. */
export function startWorkerProcess<Request extends object, Answer extends object>(
  file: URL,
  settings: string[] = [],
): WorkerProcess<Request, Answer> {
  const { PATH, LD_LIBRARY_PATH, SystemRoot } = process.env
  const child = fork(file, {
    // Two arenas keep glibc's memory at 280 MB after 120 documents, where its default grows past 400 MB.
    env: { PATH, LD_LIBRARY_PATH, SystemRoot, MALLOC_ARENA_MAX: '2' },
    execArgv: settings,
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  })
  living.add(child)
  let alive = true
  let killedFor: 'too_slow' | 'stopped' | undefined
  let panic = ''
  child.stderr?.on('data', chunk => {
    panic ||= panicPlace.exec(chunk)?.[0] ?? ''
  })
  const ended = new Promise<WorkerProcessError>(resolve => {
    const end = (lastWords: string) => {
      alive = false
      living.delete(child)
      resolve(new WorkerProcessError(killedFor ?? 'crashed', lastWords))
    }
    child.once('error', ({ message }) => end(message))
    child.once('close', (code, signal) => end(`${signal ?? code} ${panic}`.trim()))
  })
  keepParentAlive(child, false)

  const kill = async (reason: typeof killedFor) => {
    killedFor ??= reason
    keepParentAlive(child, true)
    child.kill('SIGKILL')
    await ended
  }

  return {
    get alive() {
      return alive && killedFor === undefined
    },
    stop: () => kill('stopped'),
    async ask(request, timeLimit) {
      keepParentAlive(child, true)
      const timer = setTimeout(() => kill('too_slow'), timeLimit)
      try {
        const answer = await Promise.race([answerOf<Answer>(child, request), ended])
        if (answer instanceof WorkerProcessError) throw answer
        return answer
      } finally {
        clearTimeout(timer)
        keepParentAlive(child, false)
      }
    },
  }
}

/** A send that fails because the process is gone is answered by its end, not here. */
function answerOf<Answer>(child: ChildProcess, request: object): Promise<Answer> {
  return new Promise(resolve => {
    child.once('message', answer => resolve(answer as Answer))
    child.send(request, () => {})
  })
}

/** Only a piece under way may keep the server from ending. */
function keepParentAlive(child: ChildProcess, wanted: boolean) {
  const handles = [child, child.channel, child.stderr instanceof Socket ? child.stderr : undefined]
  for (const handle of handles) wanted ? handle?.ref() : handle?.unref()
}
