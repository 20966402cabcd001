/**
 * What entries and the server last agreed on, and what was sent since. It is kept beside the entry, and this page remembers it: where the
 * browser drops what it keeps, one's own earlier words would look like somebody else's, those too that were on their way at that moment.
 */
import type { Answer, Answers } from '#shared/forms/answers/answers.ts'
import { sameAnswer } from '#shared/forms/answers/content.ts'
import type { BaseRow } from './entry.ts'
import type { JournalDatabase } from './journalDatabase.ts'

const most = 200
/** In the order in which they were seen, the latest last. */
const seen = new Map<string, { base: BaseRow; at: number }>()
let clock = 0

/** Keeps what an entry and the server agree on now. It is remembered also where it cannot be kept. */
export async function putBase({ bases }: Pick<JournalDatabase, 'bases'>, base: BaseRow): Promise<void> {
  remember(base, ++clock)
  await bases.put(base)
}

/** Remembers what was kept of it, by whichever tab. */
export async function readBase({ bases }: Pick<JournalDatabase, 'bases'>, uuid: string): Promise<void> {
  const at = ++clock
  const base = await bases.get(uuid)
  if (base) remember(base, at)
}

/** What this page knows of it without asking the device. */
export const rememberedBase = (uuid: string): BaseRow | undefined => seen.get(uuid)?.base

function remember(base: BaseRow, at: number): void {
  // What was read may be older than what was put meanwhile.
  if ((seen.get(base.uuid)?.at ?? 0) > at) return
  seen.delete(base.uuid)
  seen.set(base.uuid, { base, at })
  for (const uuid of seen.keys()) {
    if (seen.size <= most) return
    seen.delete(uuid)
  }
}

const maxAttempts = 50

/** The attempts with another one added, each answer once; an answer that was taken away is an attempt too. */
export function withAttempt({ agreed, attempted }: Omit<BaseRow, 'uuid'>, answers: Answers) {
  const ids = new Set([...Object.keys(agreed), ...Object.keys(answers)])
  const added = [...ids].map((id): [string, Answer[]] => {
    const [before, answer] = [attempted[id] ?? [], answers[id] ?? {}]
    return [id, before.some(one => sameAnswer(one, answer)) ? before : [...before, answer].slice(-maxAttempts)]
  })
  return { ...attempted, ...Object.fromEntries(added) }
}
