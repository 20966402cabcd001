/**
 * What processes take and may take of the machine. Memory is their proportional share (PSS), which counts what several
 * share once.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** Some processes with all that they have started. */
function withChildren(pids: number[]): number[] {
  const parents = readdirSync('/proc')
    .filter(name => /^\d+$/.test(name))
    .map(name => [Number(name), parentOf(name)] as const)
  const found = new Set(pids)
  for (let size = 0; size !== found.size; ) {
    size = found.size
    for (const [pid, parent] of parents) if (found.has(parent)) found.add(pid)
  }
  return [...found]
}

/** The processes that one has started and that live. */
export const childrenOf = (pid: number): number[] => withChildren([pid]).filter(child => parentOf(child) === pid)

/** The fourth field; the second, in brackets, may hold anything. */
function parentOf(pid: string | number): number {
  const status = read(`/proc/${pid}/stat`)
  return Number(status.slice(status.lastIndexOf(')') + 2).split(' ')[1])
}

/** The megabytes of some processes and their children; undefined where the system does not tell. */
export function megabytesOf(pids: number[]): number | undefined {
  if (read('/proc/self/smaps_rollup') === '') return undefined
  const kilobytes = withChildren(pids).map(pid => read(`/proc/${pid}/smaps_rollup`).match(/^Pss:\s+(\d+)/m)?.[1] ?? '0')
  return kilobytes.reduce((sum, size) => sum + Number(size), 0) / 1000
}

const ticksPerSecond = 100

/**
 * The milliseconds of processor time that some processes and all their children have taken so far, those that have
 * ended too.
 */
export function processorMilliseconds(pids: number[]): number {
  const ticks = withChildren(pids).map(pid => {
    const status = read(`/proc/${pid}/stat`)
    // Its own of users and system, and the same of the ended children that it waited for.
    const times = status
      .slice(status.lastIndexOf(')') + 2)
      .split(' ')
      .slice(11, 15)
    return times.reduce((sum, time) => sum + Number(time), 0)
  })
  return (ticks.reduce((sum, each) => sum + each, 0) * 1000) / ticksPerSecond
}

/** The process of the PostgreSQL of a data folder. */
export const postmasterOf = (dataDir: string) =>
  Number(readFileSync(join(dataDir, 'postgres/cluster/postmaster.pid'), 'utf8').split('\n')[0])

function read(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return ''
  }
}

/** How many files and sockets this process, and those that it starts, may have open. */
export function openFileLimit(): number {
  const { userLimits } = process.report.getReport() as { userLimits?: { open_files?: { soft: number | 'unlimited' } } }
  const limit = userLimits?.open_files?.soft ?? 'unlimited'
  return limit === 'unlimited' ? Number.POSITIVE_INFINITY : limit
}
