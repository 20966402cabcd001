import { Radio } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { type Effect, effects } from '#shared/lib/taskFields.ts'
import type { SentTask } from '#shared/tasks/contract.ts'
import { useCompanyFormat } from '../../companies/queries.ts'
import styles from './ProofSheet.module.css'

type Props = {
  verifies: NonNullable<SentTask['verifies']>
  value: Effect | undefined
  onChange: (effect: Effect) => void
}

/** Shows what was done and by whom, and asks whether it helped. */
export function EffectQuestion({ verifies, value, onChange }: Props) {
  const { t } = useTranslation()
  const format = useCompanyFormat()
  const { note, done_at, done_by_name } = verifies
  return (
    <>
      <div>
        <strong>{t('tasks.correction.whatWasDone')}</strong>
        <p className={styles.hint}>
          {note && <bdi>{note}</bdi>}
          {note && ' · '}
          {done_by_name && <bdi>{done_by_name}</bdi>}
          {done_at && ` · ${format.date(done_at)}`}
        </p>
      </div>
      <Radio.Group
        label={t('tasks.correction.question')}
        value={value ?? ''}
        onChange={chosen => onChange(chosen === 'worked' ? 'worked' : 'failed')}
      >
        {effects.map(effect => (
          <Radio key={effect} value={effect} label={t(`tasks.correction.${effect}`)} mt="xs" size="md" />
        ))}
      </Radio.Group>
    </>
  )
}
