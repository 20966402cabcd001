import { useTranslation } from 'react-i18next'
import type { Repeat } from '#shared/forms/definition.ts'
import { measuresIn } from '#shared/forms/scoring/measures.ts'
import { measureInWords } from '#shared/submissions/report.ts'
import { useDraft, useWhole, useWords } from '../../answers/draft/DraftContext.tsx'
import { FormText } from '../../answers/texts/FormText.tsx'
import { StatusBadge } from '../../ui/StatusBadge.tsx'
import styles from './RepeatView.module.css'

const statusOf = { good: 'ok', attention: 'attention', act: 'stop' } as const

/** The shares that have been found so far. */
export function Measures({ repeat }: { repeat: Repeat }) {
  return repeat.measures?.length ? <Shares repeat={repeat} /> : null
}

function Shares({ repeat }: { repeat: Repeat }) {
  const { t } = useTranslation()
  const draft = useDraft()
  const words = useWords()
  useWhole(({ state }) => JSON.stringify(measuresIn(state)))
  const found = measuresIn(draft.state)
  return (
    <dl className={styles.measures}>
      {repeat.measures?.map(({ id, label }) => {
        const measure = found.find(one => one.id === id)
        return (
          <div key={id} className={styles.measure}>
            <dt>
              <FormText text={label} />
            </dt>
            <dd>
              {measure ? measureInWords(measure, words) : ''}
              {measure?.band && (
                <StatusBadge status={statusOf[measure.band]}>{t(`submissions.pdf.${measure.band}`)}</StatusBadge>
              )}
            </dd>
          </div>
        )
      })}
    </dl>
  )
}
