import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { animalRows, proposedSize, rosterGroup } from '#shared/forms/evaluation/roster.ts'
import { firstHalf, largestSeed } from '#shared/forms/scoring/sampleSize.ts'
import { useDraft, useWhole } from '../../answers/draft/DraftContext.tsx'
import type { Sheet } from '../../answers/draft/rows.ts'
import { registerNames } from '../../answers/registerNames.ts'
import { useFormat } from '../../lib/format.ts'
import type { AddRowsProps } from './AddRows.tsx'
import { HalfLook } from './HalfLook.tsx'
import styles from './Proposal.module.css'
import { setRows } from './useRowList.ts'

/** A row for each animal of a group, or for a sample of them drawn by lot. */
export function AnimalRows({ at, count, repeat }: AddRowsProps) {
  const { t } = useTranslation()
  const format = useFormat()
  const draft = useDraft()
  const group = useWhole(({ state }) => rosterGroup(state, at))
  const { data: animals, isPending } = useQuery(registerNames('animal'))
  if (!group) return <p className={styles.text}>{t('filling.rows.groupFirst')}</p>
  const inHalves = repeat.rows?.from === 'animals' && repeat.rows.sample?.in_halves
  if ((count > 0 && !inHalves) || isPending) return null
  const members = (animals ?? []).filter(({ groupId }) => groupId === group.id).map(({ id, name }) => ({ id, name }))
  if (members.length === 0) return <p className={styles.text}>{t('filling.rows.noAnimals', { group: group.name })}</p>
  const size = proposedSize(draft.state, at, members.length) ?? members.length

  const seed = seedOf(draft.entry)
  const first = inHalves ? firstHalf(size) : size

  function take(wanted: number) {
    const { rows, answers } = animalRows(draft.state, at, members, wanted, seed)
    setRows(draft, at, rows)
    for (const [id, { value }] of Object.entries(answers)) draft.setValue({ id }, value)
  }

  if (count >= size) return null
  if (count > 0) return <HalfLook {...{ repeat, count, size }} population={members.length} onMore={() => take(size)} />
  return (
    <div className={styles.proposal}>
      <p className={styles.text}>
        {first < size && `${t('filling.rows.halfFirst', { half: format.number(first), size: format.number(size) })} `}
        {t(size < members.length ? 'filling.rows.drawn' : 'filling.rows.each', {
          group: group.name,
          size: format.number(size),
          count: members.length,
        })}
        {size < members.length && ` ${t('filling.rows.seed', { seed: String(seed) })}`}
      </p>
      <Button size="lg" variant="light" onClick={() => take(first)}>
        {t('filling.rows.takeAnimals', { count: first })}
      </Button>
    </div>
  )
}

/** From what the animals are drawn: the seed that was brought from the group's page, else one of the draft's own. */
const seedOf = ({ uuid, seed }: Sheet): number => seed ?? (Number.parseInt(uuid.slice(0, 8), 16) % largestSeed) + 1
