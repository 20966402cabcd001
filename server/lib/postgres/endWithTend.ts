// A tend that is killed cannot stop its PostgreSQL. So a shell waits beside the two, at the end of a pipe that tend holds open: however
// tend ends, the system closes the pipe, and the shell asks the server for a fast shutdown. It is a process of less than a megabyte,
// in a session of its own, so that what ends tend does not end it. Windows has none: there the next start takes the server over.
import { spawn } from 'node:child_process'
import type { Place } from './place.ts'

/** Numbers are reused: the server is asked only where its file still bears the number. */
const script = 'read -r _; read -r pid < "$1/postmaster.pid" && [ "$pid" = "$2" ] && kill -INT "$pid"'

/** Ends the server of this number when this process ends. Returns what calls that off. */
export function endWithTend({ cluster, identity }: Place, pid: number): () => void {
  if (process.platform === 'win32') return () => {}
  const shell = spawn('/bin/sh', ['-c', script, 'sh', cluster, String(pid)], {
    ...identity,
    cwd: '/',
    env: {},
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  })
  // Without it the server outlives a killed tend, and the next start takes it over.
  shell.on('error', () => {})
  shell.stdin.on('error', () => {})
  shell.unref()
  ;(shell.stdin as unknown as { unref(): void }).unref()
  return () => void shell.kill('SIGKILL')
}
