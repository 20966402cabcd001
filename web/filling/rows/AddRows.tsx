import { Button } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { answerKey } from '#shared/forms/answers/answerKey.ts'
import type { Repeat } from '#shared/forms/definition.ts'
import { animalRows, numberedRows, populationOf, proposedSize, rosterGroup } from '#shared/forms/evaluation/roster.ts'
import { firstHalf, largestSeed } from '#shared/forms/scoring/sampleSize.ts'
import type { Band } from '#shared/forms/scoring/score.ts'
import { verdictOfHalf } from '#shared/reports/prevalence.ts'
import { useDraft, useDraftSelector, useLocalizedText } from '../../answers/draft/DraftContext.tsx'
import type { SubmissionHeader } from '../../answers/draft/rows.ts'
import { findRead, registerNames } from '../../answers/registerNames.ts'
import { ReadField } from '../../answers/scanning/Scanner.tsx'
import { useFormat } from '../../lib/format.ts'
import styles from './RepeatView.module.css'
import type { ShownRows } from './RowList.tsx'
import { setRows, useRowList } from './rowList.ts'

type AddRowsProps = { repeat: Repeat; at: string; count: number; onOpen: (row: string) => void }

/**
 * Where rows come from: one by one, from the animals of a group, or as many as a sample needs. Counted rows come by
 * themselves.
 */
export function AddRows(props: AddRowsProps) {
  const { rows, max_rows } = props.repeat
  if (rows?.from === 'count') return null
  const isFull = props.count >= (max_rows ?? 500)
  return (
    <>
      {rows?.from === 'animals' && <AnimalRows {...props} />}
      {rows?.from === 'sample' && <SampleRows {...props} />}
      {!isFull && <AddOneRow {...props} />}
    </>
  )
}

/** Adds a row and opens it. */
function AddOneRow({ repeat, at, onOpen }: AddRowsProps) {
  const { t } = useTranslation()
  const list = useRowList(repeat, at)
  return (
    <Button size="lg" variant="default" leftSection={<IconPlus size={22} />} onClick={() => onOpen(list.add())}>
      {t('filling.rows.add')}
    </Button>
  )
}

/** Opens the row of the animal whose tag is read: in the herd they come in another order. */
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

/** A row for each animal of a group, or for a sample of them drawn by lot. */
function AnimalRows({ at, count, repeat }: AddRowsProps) {
  const { t } = useTranslation()
  const format = useFormat()
  const draft = useDraft()
  const group = useDraftSelector(({ state }) => rosterGroup(state, at))
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
  if (count > 0)
    return <SequentialSampleNotice {...{ repeat, count, size }} population={members.length} onMore={() => take(size)} />
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
const seedOf = ({ uuid, seed }: SubmissionHeader): number =>
  seed ?? (Number.parseInt(uuid.slice(0, 8), 16) % largestSeed) + 1

/** As many rows as the sample needs, of animals that are only counted. */
export function SampleRows({ at, count, repeat }: AddRowsProps) {
  const { t } = useTranslation()
  const format = useFormat()
  const draft = useDraft()
  const size = useDraftSelector(({ state }) => proposedSize(state, at))
  const population = useDraftSelector(({ state }) => populationOf(state, at))
  if (size === null || population === null) return <p className={styles.text}>{t('filling.rows.populationFirst')}</p>
  if (count >= size) return <p className={styles.text}>{t('filling.rows.sampleFull', { size: format.number(size) })}</p>
  const { rows, max_rows = 500 } = repeat
  const whole = Math.min(size, max_rows)
  const half = rows?.from === 'sample' && rows.sample.in_halves ? firstHalf(whole) : whole
  const take = (wanted: number) => setRows(draft, at, numberedRows(draft.state, at, wanted))
  if (count >= half)
    return <SequentialSampleNotice {...{ repeat, population, count }} size={whole} onMore={() => take(whole)} />
  return (
    <div className={styles.proposal}>
      <p className={styles.text}>
        {half < whole
          ? t('filling.rows.halfFirst', { half: format.number(half), size: format.number(whole) })
          : t('filling.rows.sample', { size: format.number(size) })}
      </p>
      <Button size="lg" variant="light" onClick={() => take(half)}>
        {t('filling.rows.takeSample', { count: half - count })}
      </Button>
    </div>
  )
}

type Props = { repeat: Repeat; population: number; count: number; size: number; onMore: () => void }

/** After the first half of a sample: whether its result is clear, or the other half is needed. */
function SequentialSampleNotice({ repeat, population, count, size, onMore }: Props) {
  const { t } = useTranslation()
  const format = useFormat()
  const read = useLocalizedText()
  // A text, so that an answer which changes nothing of it draws nothing again.
  const said = useDraftSelector(({ state }) => JSON.stringify(verdictOfHalf(state, repeat, population) ?? null))
  const isOpen = useDraftSelector(({ state }) => verdictOfHalf(state, repeat, population) === undefined)
  const bands = JSON.parse(said) as Band[] | null
  const limited = (repeat.measures ?? []).filter(({ limits }) => limits)
  const verdicts = bands?.map((band, index) => `${read(limited[index]?.label)}: ${t(`submissions.pdf.${band}`)}`) ?? []
  return (
    <div className={styles.proposal}>
      <p className={styles.text} role="status">
        {isOpen
          ? t('filling.rows.halfOpen', { half: format.number(count) })
          : bands
            ? t('filling.rows.halfClear', { verdicts: verdicts.join(' · ') })
            : t('filling.rows.halfUnclear')}
      </p>
      {!isOpen && (
        <Button size="lg" variant={bands ? 'default' : 'light'} onClick={onMore}>
          {t('filling.rows.takeSample', { count: size - count })}
        </Button>
      )}
    </div>
  )
}
