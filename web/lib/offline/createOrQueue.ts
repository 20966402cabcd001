/** Creates a row at once where the server answers, or puts it into the queue. */
import { newKey } from '../attemptKey.ts'
import { RequestError } from '../requestError.ts'
import { currentUser } from '../session/session.ts'
import { withTimeout } from '../withTimeout.ts'
import { changeEntry, newOutboxEntry, newTemporaryId, putEntries } from './database.ts'
import { isNewRow, type NewRowEntry, type RowInput } from './outboxHandler.ts'
import { outbox } from './sending.ts'
import { useQueue } from './useQueue.ts'

/** So long somebody looks at a form that is being sent; then it is kept, and continues from there. */
const patienceMs = 10_000

type Wish<Row> = {
  /** As its kind is named. */
  kind: string
  title: string
  input: RowInput
  /** Others can name it before the server knows it. */
  isNamed?: boolean
  create: (input: never, options?: { signal?: AbortSignal; key?: string }) => Promise<Row>
  /** What waits already and has to arrive before it. */
  isBehind?: (entry: NewRowEntry) => boolean
  /** A refused entry that this takes the place of. */
  instead?: NewRowEntry | undefined
}

/**
 * The row as the server made it, or the entry that is kept until it does. Throws what the server said against it, and
 * what went wrong where this device keeps nothing either.
 */
export async function createOrQueue<Row extends object>(wish: Wish<Row>): Promise<Row | NewRowEntry> {
  const { instead, input, isBehind } = wish
  const user = currentUser()
  if (!user) throw new RequestError({ status: 401, code: 'unauthenticated' })
  if (instead) return requeue(instead, wish)
  const uuid = newKey()
  const waits =
    isUnknown(input) ||
    useQueue.getState().entries.some(one => one.state !== 'done' && isNewRow(one) && isBehind?.(one))
  const entry = (): NewRowEntry =>
    newOutboxEntry({
      ...{ uuid, kind: wish.kind, payload_version: 1, user_id: user.id },
      ...{ company_id: user.company_id ?? 0, input, title: wish.title },
      ...(wish.isNamed && { temporary_id: newTemporaryId() }),
    })
  if (waits) return keep(entry())
  try {
    return await withTimeout<never, { key?: string }, Row>(wish.create, patienceMs)(input as never, { key: uuid })
  } catch (error) {
    if (!(error instanceof RequestError) || !error.isPassing) throw error
    return keep(entry()).catch(() => {
      throw error
    })
  }
}

async function keep(entry: NewRowEntry): Promise<NewRowEntry> {
  await putEntries(entry.user_id, [entry])
  outbox.sendSoon(0)
  return entry
}

/** A refused row keeps its place and its temporary id, because others may wait for it or name it. */
async function requeue(
  refused: NewRowEntry,
  { input, title }: Pick<NewRowEntry, 'input' | 'title'>,
): Promise<NewRowEntry> {
  const mended = { input, title, state: 'waiting', is_blocked: false, last_error: null, next_attempt_at: 0 } as const
  await changeEntry<NewRowEntry>(refused.user_id, refused.uuid, now => ({ ...now, ...mended, change: now.change + 1 }))
  outbox.sendSoon(0)
  return { ...refused, ...mended }
}

/** Whether it names what has no id of the server's yet. */
const isUnknown = (input: RowInput) => Object.values(input).some(value => typeof value === 'number' && value < 0)
