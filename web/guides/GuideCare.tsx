import { Button, NativeSelect, Switch } from '@mantine/core'
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { GuideContent, GuideDetail } from '#shared/guides/contract.ts'
import { diffTexts } from '#shared/guides/guideDiff.ts'
import { directionOf, languages } from '#shared/lib/language.ts'
import { api } from '../api.ts'
import { errorText } from '../lib/errorText.ts'
import { useFormat } from '../lib/format.ts'
import { ErrorState } from '../ui/ErrorState.tsx'
import { Notice } from '../ui/Notice.tsx'
import { SheetFooter, SideSheet } from '../ui/SideSheet.tsx'
import { StatusBadge } from '../ui/StatusBadge.tsx'
import { tellDone, tellProblem } from '../ui/toast.tsx'
import styles from './GuidePage.module.css'
import { GuideText } from './GuideText.tsx'
import { useGuideWords } from './useGuideWords.ts'

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
      {which === 'missing' && data && data.meta.total > 0 && <RemindButton id={id} />}
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

/** Reminds all who have not read it, once an hour. */
function RemindButton({ id }: { id: number }) {
  const { t } = useTranslation()
  const reminding = useMutation({
    mutationFn: () => api.guides.remind({ id }),
    onSuccess: ({ reminded: count }) =>
      void tellDone(count === 0 ? t('findings.nobodyReminded') : t('findings.reminded', { count })),
    onError: error => void tellProblem(error),
  })
  return (
    <div>
      <Button variant="default" size="sm" loading={reminding.isPending} onClick={() => reminding.mutate()}>
        {t('guides.remindAll')}
      </Button>
    </div>
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

type VersionSheetProps = { guide: GuideDetail; number: number; onClosed: () => void }

/** What a version says, and the way to make it the draft again. */
function VersionSheet({ guide, number, onClosed }: VersionSheetProps) {
  const { t } = useTranslation()
  const format = useFormat()
  const navigate = useNavigate()
  const queries = useQueryClient()
  const version = useQuery(api.guides.version.query({ id: guide.id, number }))
  const [showsChanges, setShowsChanges] = useState(false)
  const earlier = useQuery({
    ...api.guides.version.query({ id: guide.id, number: number - 1 }),
    enabled: showsChanges && number > 1,
  })
  const restoring = useMutation({
    mutationFn: () => api.guides.restoreVersion({ id: guide.id, number, revision: guide.revision }),
    onSuccess() {
      tellDone(t('guides.broughtBack', { version: format.number(number) }))
      navigate({ href: `/guides/edit/${guide.id}` })
    },
    onSettled: () => queries.invalidateQueries({ queryKey: api.guides.key }),
  })
  return (
    <SideSheet title={t('guides.versionTitle', { version: format.number(number) })} onClosed={onClosed}>
      {close => (
        <>
          {version.error && <ErrorState error={version.error} onRetry={version.refetch} />}
          {restoring.error && <Notice kind="stop">{errorText(restoring.error, t)}</Notice>}
          {number > 1 && (
            <Switch
              label={t('guides.changesSince', { version: format.number(number - 1) })}
              checked={showsChanges}
              onChange={event => setShowsChanges(event.currentTarget.checked)}
              mb="md"
            />
          )}
          {earlier.error && <ErrorState error={earlier.error} onRetry={earlier.refetch} />}
          {version.data &&
            (showsChanges && earlier.data ? (
              <GuideChanges before={earlier.data.content} after={version.data.content} />
            ) : (
              <Words content={version.data.content} />
            ))}
          {version.data && version.data.approvals.length > 0 && (
            <ul className={styles.rows}>
              {version.data.approvals.map(({ step, user_id, name, approved_at }) => (
                <li key={`${step} ${user_id}`}>
                  <span>
                    {t(`guides.step.${step}`)} · <bdi>{name}</bdi>
                  </span>
                  <span>{approved_at && format.dateTime(approved_at)}</span>
                </li>
              ))}
            </ul>
          )}
          <SheetFooter>
            <Button variant="default" onClick={close}>
              {t('common.close')}
            </Button>
            {!guide.archived_at && (
              <Button loading={restoring.isPending} onClick={() => restoring.mutate()}>
                {t('guides.bringBack')}
              </Button>
            )}
          </SheetFooter>
        </>
      )}
    </SideSheet>
  )
}

function Words({ content }: { content: GuideContent }) {
  const { title, blocks, language, direction } = useGuideWords(content)
  // Sections of the page behind have the same addresses; here they have none.
  const unaddressed = blocks.map(block => (block.kind === 'heading' ? { ...block, anchor: '' } : block))
  return (
    <div lang={language} dir={direction}>
      <h2>{title}</h2>
      <GuideText blocks={unaddressed} />
    </div>
  )
}

type GuideChangesProps = { before: GuideContent; after: GuideContent }

/**
 * What changed between two versions, language by language, as it is written: also where only a link or a picture is
 * another.
 */
export function GuideChanges({ before, after }: GuideChangesProps) {
  const { t } = useTranslation()
  const textOf = ({ title, body }: GuideContent, locale: (typeof languages)[number]['locale']) =>
    [title[locale] ?? '', body[locale] ?? ''].join('\n')
  const changed = languages
    .map(language => ({
      ...language,
      lines: diffTexts(textOf(before, language.locale), textOf(after, language.locale)),
    }))
    .filter(({ lines }) => lines.some(({ kind }) => kind !== 'same'))
  if (changed.length === 0) return <p>{t('guides.changesNone')}</p>
  return changed.map(({ locale, name, lines }) => (
    <section key={locale} aria-label={name}>
      {changed.length > 1 && <h3>{name}</h3>}
      <div lang={locale} dir={directionOf(locale)} className={styles.changes}>
        {lines.map(({ kind, pieces }, number) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the text is drawn as a whole
          <p key={number} data-kind={kind}>
            {pieces.map((piece, place) => {
              const Words = { same: 'span', removed: 'del', added: 'ins' }[piece.kind] as 'span' | 'del' | 'ins'
              // biome-ignore lint/suspicious/noArrayIndexKey: the text is drawn as a whole
              return <Words key={place}>{piece.text}</Words>
            })}
          </p>
        ))}
      </div>
    </section>
  ))
}
