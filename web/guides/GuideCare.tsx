import { Button, NativeSelect } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { GuideDetail } from '#shared/guides/contract.ts'
import { api } from '../api.ts'
import { useFormat } from '../lib/format.ts'
import { ErrorState } from '../ui/ErrorState.tsx'
import { StatusBadge } from '../ui/StatusBadge.tsx'
import styles from './GuidePage.module.css'
import { VersionSheet } from './VersionSheet.tsx'

/** For those who look after a guide: who has read it, and its versions. */
export function GuideCare({ guide }: { guide: GuideDetail }) {
  return (
    <>
      {guide.must_read && <Readers id={guide.id} />}
      <Versions guide={guide} />
    </>
  )
}

const shownAtOnce = 25

function Readers({ id }: { id: number }) {
  const { t } = useTranslation()
  const format = useFormat()
  const [which, setWhich] = useState('missing')
  const [page, setPage] = useState(1)
  const { data, error, refetch } = useQuery({
    ...api.guides.readers.query({ id, page, per_page: shownAtOnce, has_confirmed: which === 'confirmed' }),
    placeholderData: keepPreviousData,
  })
  return (
    <section className={styles.care} aria-labelledby="guide-readers">
      <h2 id="guide-readers">{t('guides.readers')}</h2>
      <NativeSelect
        aria-label={t('guides.readers')}
        value={which}
        data={[
          { value: 'missing', label: t('guides.readersMissing') },
          { value: 'confirmed', label: t('guides.readersConfirmed') },
        ]}
        onChange={event => {
          setWhich(event.currentTarget.value)
          setPage(1)
        }}
      />
      {error && !data && <ErrorState error={error} onRetry={refetch} />}
      {data?.data.length === 0 && <p>{t(which === 'missing' ? 'guides.nobodyMissing' : 'guides.nobodyConfirmed')}</p>}
      <ul className={styles.rows}>
        {data?.data.map(({ user_id, name, confirmed_at }) => (
          <li key={user_id}>
            <bdi>{name}</bdi>
            {confirmed_at ? (
              <StatusBadge status="ok">{format.dateTime(confirmed_at)}</StatusBadge>
            ) : (
              <StatusBadge status="attention">{t('guides.notYet')}</StatusBadge>
            )}
          </li>
        ))}
      </ul>
      {data && <Pages page={page} last={data.meta.last_page} onChange={setPage} />}
    </section>
  )
}

function Versions({ guide }: { guide: GuideDetail }) {
  const { t } = useTranslation()
  const format = useFormat()
  const [page, setPage] = useState(1)
  const [shown, setShown] = useState<number>()
  const { data, error, refetch } = useQuery({
    ...api.guides.versions.query({ id: guide.id, page, per_page: shownAtOnce }),
    placeholderData: keepPreviousData,
  })
  return (
    <section className={styles.care} aria-labelledby="guide-versions">
      <h2 id="guide-versions">{t('guides.versions')}</h2>
      {error && !data && <ErrorState error={error} onRetry={refetch} />}
      <ul className={styles.rows}>
        {data?.data.map(({ number, published_at, published_by_name }) => (
          <li key={number}>
            <span>
              {t('guides.versionBy', {
                version: format.number(number),
                date: format.dateTime(published_at),
                name: published_by_name,
              })}
            </span>
            <Button variant="default" size="sm" onClick={() => setShown(number)}>
              {t('guides.look')}
            </Button>
          </li>
        ))}
      </ul>
      {data && <Pages page={page} last={data.meta.last_page} onChange={setPage} />}
      {shown !== undefined && <VersionSheet guide={guide} number={shown} onClosed={() => setShown(undefined)} />}
    </section>
  )
}

function Pages({ page, last, onChange }: { page: number; last: number; onChange: (page: number) => void }) {
  const { t } = useTranslation()
  if (last < 2) return null
  return (
    <Button.Group>
      <Button variant="default" size="sm" disabled={page === 1} onClick={() => onChange(page - 1)}>
        {t('common.previousPage')}
      </Button>
      <Button variant="default" size="sm" disabled={page >= last} onClick={() => onChange(page + 1)}>
        {t('common.nextPage')}
      </Button>
    </Button.Group>
  )
}
