/** Servers in processes of their own: tend as it is started by everybody, and the baselines. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import manifest from '../package.json' with { type: 'json' }
import { hold } from './holding.ts'

export type Server = AsyncDisposable & {
  pid: number
  address: string
  /** What it has printed so far. */
  said(): string
}

const root = fileURLToPath(new URL('..', import.meta.url))
/** What `npm start` runs, behind `node`. */
const start = manifest.scripts.start.split(' ').slice(1)

/**
 * Runs Node on a script that prints `ready http://…` once it answers. Disposing of it sends SIGTERM and waits for its
 * end.
 * @throws Error with all that it said when it ends before
 */
async function startServer(parameters: string[], environment: Record<string, string>): Promise<Server> {
  const child = spawn(process.execPath, parameters, {
    cwd: root,
    env: { ...process.env, ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
    // Ctrl-C reaches the bench alone, which ends its servers in turn.
    detached: true,
  })
  const ended = once(child, 'close')
  const holding = hold(async () => {
    child.kill('SIGTERM')
    await ended
  })
  let output = ''
  const address = await new Promise<string>((resolve, reject) => {
    const hear = (chunk: Buffer) => {
      output += chunk
      const ready = output.match(/ready (http\S+)/)
      if (ready?.[1]) resolve(ready[1])
    }
    child.stdout.on('data', hear)
    child.stderr.on('data', hear)
    child.once('error', reject)
    child.once('close', code => reject(new Error(`${parameters.join(' ')} ended with ${code}:\n${output}`)))
  })
  return { pid: child.pid ?? 0, address, said: () => output, ...holding }
}

/** The real tend on a free port; `--demo` among the parameters makes it the demo. */
export const startTend = (dataDir: string, environment: Record<string, string> = {}, parameters: string[] = []) =>
  startServer([...start, ...parameters], {
    DATA_DIR: dataDir,
    HOST: '127.0.0.1',
    PORT: '0',
    LOG_LEVEL: 'warn',
    BACKUP_HOUR: 'off',
    ...environment,
  })

/** A baseline of bench/baselines. */
export const startBaseline = (name: string, environment: Record<string, string> = {}) =>
  startServer([`bench/baselines/${name}.ts`], environment)
