import { useTranslation } from 'react-i18next'
import { keyParts } from '#shared/forms/answers/answerKey.ts'
import type { Answer } from '#shared/forms/answers/answers.ts'
import { plainText } from '#shared/lib/inlineMarkdown.ts'
import { answerInWords, fillReferences } from '#shared/submissions/formatter.ts'
import { useDraft, useWords } from '../../answers/draft/DraftContext.tsx'
import { outbox } from '../../lib/offline/sending.ts'
import { ConflictNotice } from '../../ui/row/ConflictNotice.tsx'
import type { Conflict, Entry } from '../journal/entry.ts'
import { settle } from '../journal/journal.ts'

/** The same questions were answered differently on another device: shows both, and lets the person decide. */
export function ConflictBox({ entry, conflict }: { entry: Entry; conflict: Conflict }) {
  const { t } = useTranslation()
  const draft = useDraft()
  const { question_ids, answers: theirs } = conflict
  const words = useWords()

  const questionAt = (key: string) => draft.state.form.byId.get(keyParts(key).question_id)?.question

  function labelOf(key: string): string {
    const rows = draft.state.instance(key)?.rows ?? []
    const element = draft.state.form.byId.get(keyParts(key).question_id)?.element
    return plainText(fillReferences(words.read(element?.label), draft.state, rows, words))
  }

  function say(questionId: string, answer: Answer | undefined): string {
    const question = questionAt(questionId)
    const photos =
      answer?.photos?.length ?? (question?.type === 'photo' && Array.isArray(answer?.value) ? answer.value.length : 0)
    return [
      question && answerInWords(question, answer, words),
      answer?.note,
      photos > 0 && t('filling.photos', { count: photos }),
    ]
      .filter(Boolean)
      .join(' · ')
  }

  async function decide(winner: 'mine' | 'theirs') {
    await settle(entry.user_id, entry.uuid, winner)
    outbox.sendSoon(0)
  }

  const differences = question_ids.map(id => ({
    field: id,
    label: labelOf(id),
    mine: say(id, draft.answers()[id]) || t('common.nothing'),
    theirs: say(id, theirs[id]) || t('common.nothing'),
  }))
  return (
    <ConflictNotice
      differences={differences}
      onKeepMine={() => void decide('mine')}
      onTakeTheirs={() => void decide('theirs')}
    />
  )
}
