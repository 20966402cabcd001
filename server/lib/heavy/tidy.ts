/**
 * Clears away what somebody reads and forgets by the megabyte. V8 lets a heap grow to two or three times of what is in use before it does so by
 * itself, which for a long export is a hundred megabytes of texts that nobody needs any more.
 */
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

type Collect = (options: {
  type: 'minor' | 'major'
  execution: 'sync' | 'async'
  flavor?: 'regular' | 'last-resort'
}) => unknown

let collect: Collect | undefined

/** After so much of it. */
const least = 6 * 1024 * 1024
let read = 0

/** Says that texts of so many bytes were read and are forgotten. */
export async function tidyAfter(bytes: number): Promise<void> {
  read += bytes
  if (read < least) return
  read = 0
  await tidy()
}

/** Clears away what was made and forgotten so far, as by a start. */
export async function tidy(): Promise<void> {
  await collector()({ type: 'major', execution: 'async' })
}

/**
 * The same, and gives the system back what is free then: of itself V8 keeps it for what may come, 200 MB after five thousand sockets came
 * in. Everybody waits some tenths of a second, so it is for moments after which much is free and little is asked.
 */
export async function tidyAndGiveBack(): Promise<void> {
  await collector()({ type: 'major', execution: 'async', flavor: 'last-resort' })
}

function collector(): Collect {
  if (!collect) {
    setFlagsFromString('--expose-gc')
    collect = runInNewContext('gc') as Collect
  }
  return collect
}
