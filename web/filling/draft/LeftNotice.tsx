import { Button } from '@mantine/core'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useReader } from '../../lib/offline/queueState.ts'
import { Notice } from '../../ui/Notice.tsx'
import { AnswerList } from '../../ui/texts/AnswerList.tsx'
import type { Entry, LeftAnswers } from '../journal/entry.ts'
import { forgetLeft } from '../journal/goOver.ts'
import { inJournal } from '../journal/journalDatabase.ts'
import { type AnswerInWords, answersInWords } from '../journal/rescueFiles.ts'

/** The answers that had no place in the version to which a draft went over, until the person has noted what they need of them. */
export function LeftNotice({ entry, left }: { entry: Entry; left: LeftAnswers[] }) {
  const { t } = useTranslation()
  const reader = useReader()
  const [answers, setAnswers] = useState<AnswerInWords[]>([])
  // biome-ignore lint/correctness/useExhaustiveDependencies: read once, in the language of the moment
  useEffect(() => {
    inJournal(entry.user_id, ({ forms }) =>
      forms.bulkGet(left.map(({ version }): [number, number] => [entry.form_id, version])),
    ).then(
      forms =>
        setAnswers(
          left.flatMap((one, at) => (forms[at] ? answersInWords(forms[at].definition, one.answers, reader) : [])),
        ),
      error => console.warn('What was left could not be read', error),
    )
  }, [left])
  if (answers.length === 0) return null
  return (
    <Notice kind="attention">
      {t('filling.newer.left')}
      <AnswerList answers={answers} />
      <Button variant="default" mt="xs" onClick={() => forgetLeft(entry)}>
        {t('filling.newer.noted')}
      </Button>
    </Notice>
  )
}
