/**
 * Does one piece of heavy work for `threads.ts`, in a thread, and says in which one, so that its work can be measured
 * from outside.
 */
import { flushCompileCache } from 'node:module'
import { threadId } from 'node:worker_threads'

/** The default function of `file` makes an answer of `wanted`. */
export type Piece = { file: string; wanted: unknown; begun: Begun }

/**
 * Shared with the server's thread: the number of the thread, and what it had worked before this piece, in microseconds.
 */
export type Begun = Float64Array<SharedArrayBuffer>

/** The files that this thread has read, and kept translated for the next one. */
const known = new Set<string>()

export default async function doPiece({ file, wanted, begun }: Piece): Promise<unknown> {
  const { default: work }: { default: (wanted: unknown) => unknown } = await import(file)
  if (!known.has(file)) flushCompileCache()
  known.add(file)
  const { user, system } = process.threadCpuUsage()
  begun[1] = user + system
  begun[0] = threadId
  return work(wanted)
}
