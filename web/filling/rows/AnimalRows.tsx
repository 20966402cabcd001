import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { animalRows, proposedSize, rosterGroup } from '#shared/forms/evaluation/roster.ts'
import { useDraft, useWhole } from '../../answers/draft/DraftContext.tsx'
import { registerNames } from '../../answers/registerNames.ts'
import { useFormat } from '../../lib/format.ts'
import type { AddRowsProps } from './AddRows.tsx'
import styles from './Proposal.module.css'
import { setRows } from './useRowList.ts'

/** A row for each animal of a group, or for a sample of them drawn by lot. */
export function AnimalRows({ at, count }: AddRowsProps) {
  const { t } = useTranslation()
  const format = useFormat()
  const draft = useDraft()
  const group = useWhole(({ state }) => rosterGroup(state, at))
  const { data: animals, isPending } = useQuery(registerNames('animal'))
  if (!group) return <p className={styles.text}>{t('filling.rows.groupFirst')}</p>
  if (count > 0 || isPending) return null
  const members = (animals ?? []).filter(({ groupId }) => groupId === group.id).map(({ id, name }) => ({ id, name }))
  if (members.length === 0) return <p className={styles.text}>{t('filling.rows.noAnimals', { group: group.name })}</p>
  const size = proposedSize(draft.state, at, members.length) ?? members.length

  function take() {
    const { rows, answers } = animalRows(draft.state, at, members)
    setRows(draft, at, rows)
    for (const [id, { value }] of Object.entries(answers)) draft.setValue({ id }, value)
  }

  return (
    <div className={styles.proposal}>
      <p className={styles.text}>
        {t(size < members.length ? 'filling.rows.drawn' : 'filling.rows.each', {
          group: group.name,
          size: format.number(size),
          count: members.length,
        })}
      </p>
      <Button size="lg" variant="light" onClick={take}>
        {t('filling.rows.takeAnimals', { count: size })}
      </Button>
    </div>
  )
}
