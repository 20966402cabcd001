import type { Answers } from '#shared/forms/answers/answers.ts'
import type { Entry } from '../journal/entry.ts'
import { change } from '../journal/journal.ts'

/** What somebody else made of answers that are put right here: shown side by side, and sent again once the person has decided. */
export async function recordConflict({ user_id, uuid }: Entry, data: unknown): Promise<false> {
  const { revision, answers } = data as { revision: number; answers: Answers }
  await change(user_id, uuid, entry => ({
    ...entry,
    follows_seen: revision,
    conflict: { question_ids: Object.keys(answers), answers },
  }))
  return false
}
