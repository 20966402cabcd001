import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { answerKey } from '#shared/forms/answers/answerKey.ts'
import { useDraft } from '../../answers/draft/DraftContext.tsx'
import { findRead } from '../../answers/findRead.ts'
import { ReadField } from '../../answers/scanning/ReadField.tsx'
import styles from './RepeatView.module.css'
import type { ShownRows } from './RowList.tsx'

/** Opens the row of the animal whose tag is read: whoever walks through the herd meets them in another order. */
export function FindRow({ repeat, rows, onOpen }: Pick<ShownRows, 'repeat' | 'rows' | 'onOpen'>) {
  const { t } = useTranslation()
  const { state } = useDraft()
  const [said, setSaid] = useState('')
  const animal = repeat.rows?.from === 'animals' ? repeat.rows.animal : ''

  if (rows.length < 2) return null

  async function open(code: string) {
    const found = await findRead(['animal'], code)
    const row = found && rows.find(one => holds(state.value(answerKey(animal, one)), found.id))
    if (row) return onOpen(row)
    setSaid(found ? t('filling.rows.notListed', { name: found.name }) : t('filling.about.unknown', { code }))
  }

  return (
    <div className={styles.proposal}>
      <ReadField label={t('filling.rows.find')} onRead={code => void open(code)} />
      <p role="status" className={styles.text}>
        {said}
      </p>
    </div>
  )
}

const holds = (value: unknown, id: number) =>
  Array.isArray(value) && value.some(one => typeof one === 'object' && one.id === id)
