import { useTranslation } from 'react-i18next'
import type { Answer } from '#shared/forms/answers.ts'
import { questionsOf } from '#shared/forms/elements.ts'
import { toLocale } from '#shared/lib/language.ts'
import type { Translate } from '#shared/lib/translate.ts'
import { answerInWords, wordsFor } from '#shared/submissions/words.ts'
import type { Conflict, Entry } from '../lib/offline/entry.ts'
import { settle } from '../lib/offline/journal.ts'
import { outbox } from '../lib/offline/start.ts'
import { currentUser } from '../lib/session.ts'
import { ConflictNotice } from '../ui/ConflictNotice.tsx'
import { useDraft } from './DraftContext.tsx'

/** The same questions were answered differently on another device: shows both, and lets the person decide. */
export function ConflictBox({ entry, conflict }: { entry: Entry; conflict: Conflict }) {
  const { t, i18n } = useTranslation()
  const draft = useDraft()
  const { question_ids, answers: theirs } = conflict
  const locale = toLocale(i18n.language)
  const words = wordsFor({ locale, timeZone: currentUser()?.time_zone, t: t as unknown as Translate }, draft.definition)

  function say(questionId: string, answer: Answer | undefined): string {
    const question = questionsOf(draft.definition).find(({ id }) => id === questionId)
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
    outbox.nudge(0)
  }

  const differences = question_ids.map(id => ({
    field: id,
    label: words.read(questionsOf(draft.definition).find(question => question.id === id)?.label),
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
