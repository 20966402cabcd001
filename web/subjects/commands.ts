import i18next from 'i18next'
import { isQueued, type NewRowEntry, type RowInput } from '../lib/offline/outboxHandler.ts'
import { tellDone } from '../ui/toast.tsx'

type Wish<Row> = {
  /** As its kind is named. */
  kind: string
  /** What people call it. */
  title: string
  input: object
  create: (input: never, options?: { signal?: AbortSignal; key?: string }) => Promise<Row>
  isNamed?: boolean
  isBehind?: (entry: NewRowEntry) => boolean
  instead?: NewRowEntry | undefined
  /** Nothing is said where it is kept on this device: the caller says it for many at once. */
  isQuiet?: boolean
}

/**
 * Makes a row, or keeps it until there is signal and says so: then it is answered as it will be, under its temporary
 * id. Throws what the server said against it.
 */
export async function addRow<Row extends object>(wish: Wish<Row>): Promise<Row> {
  // It is with what keeps the outbox at work, which is here already.
  const { createOrQueue } = await import('../lib/offline/createOrQueue.ts')
  const made = await createOrQueue<Row>({ ...wish, input: wish.input as RowInput })
  if (!isQueued(made)) return made
  if (!wish.isQuiet) void tellDone(i18next.t('subjects.keptHere', { name: wish.title }))
  return { ...made.input, id: made.temporary_id ?? 0, revision: 0 } as unknown as Row
}
