/** What keeps the answers of a draft, wherever that is: the journal of this device, or memory alone for a test fill. */
import type { AnswerRow, PhotoRow } from './rows.ts'

export type KeepingProblem = 'full' | 'failed' | 'closed'

export type Keeping = {
  /** When the latest change was read back; null while there is nothing that is kept. */
  savedAt: Date | null
  /** Set while writing takes long enough for a person to wonder. */
  isSlow: boolean
  problem: KeepingProblem | null
}

export type Keeper = {
  /** A new object at each change, for useSyncExternalStore. */
  keeping(): Keeping
  watch(listener: () => void): () => void
  /** Keeps an answer, and a photo before the answer that names it. */
  write(row: AnswerRow, photo?: PhotoRow): void
  /** Keeps what an earlier visit could only lay down. */
  recover(rows: AnswerRow[]): void
  /** Writes what is not kept yet. Whether all of it is. */
  flush(): Promise<boolean>
  isPending(questionId: string): boolean
  hasPending(): boolean
  /** A photo or a file of the form, as far as it is to be had here. */
  findPhoto(uuid: string): Promise<PhotoRow | undefined>
  /** Says that something about this form is not kept. */
  failed(error: unknown): void
}
