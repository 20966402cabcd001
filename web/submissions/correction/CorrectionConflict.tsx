import { useTranslation } from 'react-i18next'
import type { Answer } from '#shared/forms/answers/answers.ts'
import { formatAnswer } from '#shared/submissions/formatter.ts'
import { askedAt } from '#shared/submissions/report.ts'
import { useDraft, useFormTexts } from '../../answers/draft/DraftContext.tsx'
import { ConflictNotice } from '../../ui/row/ConflictNotice.tsx'
import type { Conflict } from './useCorrecting.ts'

type Props = { conflict: Conflict; onSettled: (winner: 'mine' | 'theirs') => void }

/** What two people corrected differently, side by side. */
export function CorrectionConflict({ conflict: { keys, theirs }, onSettled }: Props) {
  const { t } = useTranslation()
  const draft = useDraft()
  const words = useFormTexts()
  const say = (key: string, answer: Answer | undefined) => {
    const asked = askedAt(draft.state, key, words)
    const said = asked && formatAnswer(asked.question, answer, words)
    return [said, answer?.note].filter(Boolean).join(' · ') || t('common.nothing')
  }
  const differences = keys.map(key => ({
    field: key,
    label: askedAt(draft.state, key, words)?.label ?? key,
    mine: say(key, draft.answers()[key]),
    theirs: say(key, theirs[key]),
  }))
  return (
    <ConflictNotice
      differences={differences}
      onKeepMine={() => onSettled('mine')}
      onTakeTheirs={() => onSettled('theirs')}
    />
  )
}
