import { Button, Group, UnstyledButton } from '@mantine/core'
import { IconDice5 } from '@tabler/icons-react'
import { type FormEvent, useEffect, useEffectEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { largestSeed } from '#shared/forms/scoring/sampleSize.ts'
import type { Page } from '#shared/lib/paging.ts'
import type { PassPage, PassRecord, PassSample } from '#shared/passes/passPage.ts'
import { maxSample, type PassKind } from '#shared/passes/rules.ts'
import { useFormat } from '../../lib/format.ts'
import { NumberInput } from '../../ui/fields/NumberInput.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { PageSkeleton } from '../../ui/page/PageHeader.tsx'
import { StatusBadge } from '../../ui/StatusBadge.tsx'
import { ProblemText } from '../../ui/texts/ProblemText.tsx'
import { askPass, type Door, isOver } from './askPass.ts'
import styles from './Pass.module.css'
import { type Filters, noFilters, RecordFilters } from './RecordFilters.tsx'

type Asked = Filters & { page: number }

/** `first` is what the list is filtered by at first. */
type Props = { pass: PassPage; kind: PassKind; first: Partial<Filters>; door: Door }

/** Records of a kind with search and filters, page by page. */
export function RecordList({ pass, kind, first, door }: Props) {
  const { t } = useTranslation()
  const [asked, setAsked] = useState<Asked>({ ...noFilters, ...first, page: 1 })
  const [drawn, setDrawn] = useState<Drawn | null>(null)
  const { page, error } = useRecords(kind, asked, drawn, door)
  return (
    <>
      <RecordFilters pass={pass} kind={kind} initial={asked} onAsked={wanted => setAsked({ ...wanted, page: 1 })} />
      <SampleForm onDrawn={setDrawn} />
      {error !== null && (
        <Notice kind="stop">
          <ProblemText error={error} />
        </Notice>
      )}
      {page === null && error === null && <PageSkeleton />}
      {page && (
        <>
          {drawn ? <DrawnFrom page={page} drawn={drawn} onAll={() => setDrawn(null)} /> : <Total page={page} />}
          {page.data.length === 0 ? <p>{t('passes.visit.none')}</p> : <Rows records={page.data} />}
          {!drawn && <Pages page={page} onPage={number => setAsked({ ...asked, page: number })} />}
        </>
      )}
    </>
  )
}

function useRecords(kind: PassKind, asked: Asked, drawn: Drawn | null, { address, onClosed }: Door) {
  const [page, setPage] = useState<Page<PassRecord> | null>(null)
  const [error, setError] = useState<unknown>(null)
  const refused = useEffectEvent((problem: unknown) => (isOver(problem) ? onClosed(problem) : setError(problem)))
  useEffect(() => {
    const left = new AbortController()
    const { search, page: wanted, ...rest } = asked
    const filters = { kind, ...rest, ...(search && { search }) }
    const asking = drawn
      ? askPass<{ data: PassSample }>(address, '/sample', { ...filters, ...drawn }, left.signal).then(pageOfSample)
      : askPass<Page<PassRecord>>(address, '/records', { ...filters, page: wanted }, left.signal)
    asking.then(
      found => {
        setPage(found)
        setError(null)
      },
      problem => left.signal.aborted || refused(problem),
    )
    return () => left.abort()
  }, [address, kind, asked, drawn])
  return { page, error }
}

/** What was drawn, as a list shows it. */
const pageOfSample = ({ data: { records, population } }: { data: PassSample }): Page<PassRecord> => ({
  data: records,
  meta: { current_page: 1, per_page: records.length, total: population, last_page: 1, from: 1, to: records.length },
})

type DrawnFromProps = { page: Page<PassRecord>; drawn: Drawn; onAll: () => void }

function DrawnFrom({ page: { data, meta }, drawn, onAll }: DrawnFromProps) {
  const { t } = useTranslation()
  const format = useFormat()
  return (
    <p role="status">
      {t('passes.visit.drawn', {
        size: format.number(data.length),
        all: format.number(meta.total),
        seed: format.number(drawn.seed, { useGrouping: false }),
      })}{' '}
      <Button variant="subtle" size="compact-sm" onClick={onAll}>
        {t('passes.visit.allRecords')}
      </Button>
    </p>
  )
}

function Total({ page: { meta } }: { page: Page<PassRecord> }) {
  const { t } = useTranslation()
  const format = useFormat()
  const number = format.number(meta.total)
  return (
    <p role="status">
      {meta.total_is_lower_bound
        ? t('passes.visit.more', { number })
        : t('passes.visit.total', { count: meta.total, number })}
    </p>
  )
}

/** Records that are noted by day have no time. */
const isDay = (at: string) => /^\d{4}-\d\d-\d\d$/.test(at)

function Rows({ records }: { records: PassRecord[] }) {
  const { t } = useTranslation()
  const format = useFormat()
  return (
    <ul className={styles.list}>
      {records.map(({ kind, id, title, at, person, subjects, state, tone, since }) => (
        <li key={id}>
          <UnstyledButton component="a" href={`#${kind}-${id}`} className={styles.row}>
            <span className={styles.name}>
              <bdi>{title}</bdi>
            </span>
            <span className={styles.about}>
              <bdi>{[isDay(at) ? format.date(at) : format.dateTime(at), person].filter(Boolean).join(' · ')}</bdi>
              {subjects.length > 0 && <bdi>{format.commas(subjects)}</bdi>}
            </span>
            {since && <strong>{t(`passes.visit.since.${since}`)}</strong>}
            {state && (tone ? <StatusBadge status={tone}>{state}</StatusBadge> : <span>{state}</span>)}
          </UnstyledButton>
        </li>
      ))}
    </ul>
  )
}

function Pages({ page: { meta }, onPage }: { page: Page<PassRecord>; onPage: (page: number) => void }) {
  const { t } = useTranslation()
  if (meta.last_page <= 1) return null
  return (
    <Group my="md">
      <Button variant="default" disabled={meta.current_page <= 1} onClick={() => onPage(meta.current_page - 1)}>
        {t('passes.visit.previous')}
      </Button>
      <Button
        variant="default"
        disabled={meta.current_page >= meta.last_page}
        onClick={() => onPage(meta.current_page + 1)}
      >
        {t('passes.visit.next')}
      </Button>
    </Group>
  )
}

export type Drawn = { size: number; seed: number }

const usualSize = 10
const anySeed = () => 1 + Math.floor(Math.random() * largestSeed)

/** Draws records by lot, from a number that is shown and can be used again. */
function SampleForm({ onDrawn }: { onDrawn: (drawn: Drawn) => void }) {
  const { t } = useTranslation()
  const [isOpen, setOpen] = useState(false)
  const [size, setSize] = useState<number | null>(usualSize)
  const [seed, setSeed] = useState<number | null>(anySeed)
  if (!isOpen)
    return (
      <Button variant="subtle" leftSection={<IconDice5 size={20} />} onClick={() => setOpen(true)}>
        {t('passes.visit.sample')}
      </Button>
    )
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (size !== null && seed !== null) onDrawn({ size, seed })
  }
  return (
    <form className={styles.search} aria-label={t('passes.visit.sample')} onSubmit={submit}>
      <NumberInput
        label={t('passes.visit.size')}
        min={1}
        max={maxSample}
        isWhole
        value={size}
        onChange={number => setSize(number)}
      />
      <NumberInput
        label={t('passes.visit.seed')}
        description={t('passes.visit.seedHint')}
        min={1}
        max={largestSeed}
        isWhole
        value={seed}
        onChange={number => setSeed(number)}
      />
      <Button type="submit" variant="default" leftSection={<IconDice5 size={20} />}>
        {t('passes.visit.draw')}
      </Button>
    </form>
  )
}
