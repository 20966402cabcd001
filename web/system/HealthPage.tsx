import { Button, VisuallyHidden } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { SettingGroup } from '#shared/lib/settingNames.ts'
import { type AreaHealth, type Facts, factForms, type Health, lights, withBrowser } from '#shared/system/health.ts'
import { api } from '../api.ts'
import { useFormat } from '../lib/format.ts'
import { useUser } from '../lib/session/session.ts'
import { usePlanWords } from '../plans/PlanState.tsx'
import { useRealtimeState } from '../realtime.ts'
import { ErrorState } from '../ui/ErrorState.tsx'
import { lazyPart } from '../ui/lazyPart.tsx'
import { Notice } from '../ui/Notice.tsx'
import { PathLink } from '../ui/PathLink.tsx'
import { PageHeader, PageSkeleton } from '../ui/page/PageHeader.tsx'
import { StatusBadge } from '../ui/StatusBadge.tsx'
import { tellDone, tellProblem } from '../ui/toast.tsx'
import styles from './Health.module.css'
import { Details, Letters } from './HealthDetails.tsx'
import { adviceOf } from './HealthNotice.tsx'

const SettingsSheet = lazyPart(() => import('./SettingsSheet.tsx').then(file => file.SettingsSheet))

/** While a backup is under way, and otherwise. */
const refreshed = { soon: 3_000, usually: 60_000 }

/** A light of the health page as the app shows any state: icon, word and colour. */
const statusOf = { ok: 'ok', attention: 'attention', failed: 'stop' } as const

/** The health of this tend for the platform's admins: five lights, each with what to do, and what they rest on. */
export function HealthPage() {
  const { t } = useTranslation()
  const { data, dataUpdatedAt, error, refetch } = useQuery({
    ...api.health.get.query({}),
    refetchInterval: query => (isBackingUp(query.state.data) ? refreshed.soon : refreshed.usually),
  })
  const seen = useSeenAreas(data, dataUpdatedAt)
  if (error && !data) return <ErrorState error={error} onRetry={refetch} />
  if (!data) return <PageSkeleton />
  const worst = lights.findLast(light => seen.some(area => area.light === light)) ?? 'ok'
  return (
    <>
      <PageHeader title={t('system.title')} isColumn>
        {t('system.intro')}
      </PageHeader>
      <div className={styles.areas} data-page="column">
        <Notice kind={statusOf[worst]}>{t(`system.summary.${worst}`)}</Notice>
        <SettingsNotice settings={data.settings} />
        {seen.map(area => (
          <AreaSection key={area.area} health={area} read={data} />
        ))}
        <Registration settings={data.settings} />
        <Details kinds={['queue', 'node', 'error']} details={data.details} />
      </div>
    </>
  )
}

const isBackingUp = (health: Health | undefined) => health?.areas.some(({ facts }) => facts.last === 'running') === true

/** The areas as the server found them, the address with what this browser sees. */
function useSeenAreas(health: Health | undefined, receivedAt: number): AreaHealth[] {
  const isSocketOpen = useRealtimeState() !== 'lost'
  if (!health) return []
  return health.areas.map(area =>
    area.area === 'address'
      ? withBrowser(area, health.made_at, {
          origin: window.location.origin,
          isSecure: window.isSecureContext,
          isSocketOpen,
          now: receivedAt,
        })
      : area,
  )
}

function AreaSection({ health, read }: { health: AreaHealth; read: Health }) {
  const { t } = useTranslation()
  const { area, light, advice } = health
  return (
    <section className={styles.area} aria-labelledby={`health-${area}`} data-area={area}>
      <div className={styles.head}>
        <h2 id={`health-${area}`}>{t(`system.areas.${area}`)}</h2>
        <StatusBadge status={statusOf[light]}>{t(`system.lights.${light}`)}</StatusBadge>
      </div>
      <p>{adviceOf(t, health)}</p>
      {area === 'email' && <TestEmail isSetUp={health.facts.server !== undefined} />}
      {area === 'backups' && <LastProof facts={health.facts} />}
      {area === 'backups' && <BackUp isUnderWay={isBackingUp(read)} error={health.facts.last_error} />}
      {area === 'work' && <Letters letters={read.details.filter(({ kind }) => kind === 'letter')} />}
      {area === 'work' && advice === 'support' && (
        <PathLink href="/messaging" className={styles.link}>
          {t('system.messages')}
        </PathLink>
      )}
      {area !== 'work' && <ChangeSettings group={area} area={t(`system.areas.${area}`)} />}
      <FactList health={health} />
    </section>
  )
}

/** Says that something that was saved is not in force yet, or cannot be. */
function SettingsNotice({ settings }: Pick<Health, 'settings'>) {
  const { t } = useTranslation()
  const waiting = settings.filter(({ needs_restart: waits }) => waits)
  const unused = settings.filter(({ is_unused: isUnused }) => isUnused)
  const names = (found: Health['settings']) => found.map(({ name }) => name).join(', ')
  return (
    <>
      {unused.length > 0 && <Notice kind="attention">{t('system.settings.unusedOf', { names: names(unused) })}</Notice>}
      {waiting.length > 0 && (
        <Notice kind="attention">{t('system.settings.waitsFor', { names: names(waiting) })}</Notice>
      )}
    </>
  )
}

function Registration({ settings }: Pick<Health, 'settings'>) {
  const { t } = useTranslation()
  const mode = settings.find(({ name }) => name === 'REGISTRATION')?.value as 'open' | 'invitation' | 'off' | undefined
  if (!mode) return null
  const title = t('system.settings.fields.REGISTRATION')
  return (
    <section className={styles.area} aria-labelledby="health-registration">
      <div className={styles.head}>
        <h2 id="health-registration">{title}</h2>
      </div>
      <p>{t(`system.settings.registration.${mode}`)}</p>
      <ChangeSettings group="registration" area={title} />
    </section>
  )
}

function ChangeSettings({ group, area }: { group: SettingGroup; area: string }) {
  const { t } = useTranslation()
  const [isOpen, setOpen] = useState(false)
  return (
    <div className={styles.buttons}>
      <Button variant="default" onClick={() => setOpen(true)}>
        {t('system.settings.change')}
        <VisuallyHidden>: {area}</VisuallyHidden>
      </Button>
      {isOpen && <SettingsSheet group={group} title={area} onClosed={() => setOpen(false)} />}
    </div>
  )
}

/** When a drill restored a backup last; why the newest was not restored is in the details and, as a failure, here. */
function LastProof({ facts: { proved, proof_error: error } }: { facts: Facts }) {
  const { t } = useTranslation()
  const format = useFormat()
  return (
    <>
      {proved && (
        <p>
          {format.dayOf(proved) === format.dayOf(Date.now())
            ? t('system.provedToday', { time: format.time(proved) })
            : t('system.lastProved', { time: format.dateTime(proved) })}
        </p>
      )}
      {error && <bdi className={styles.reason}>{error}</bdi>}
    </>
  )
}

function BackUp({ isUnderWay, error }: { isUnderWay: boolean; error: string | number | null | undefined }) {
  const { t } = useTranslation()
  const queries = useQueryClient()
  const asking = useMutation({
    mutationFn: () => api.health.backUp({}),
    onSuccess: () => tellDone(t('system.asked')),
    onError: problem => void tellProblem(problem),
    onSettled: () => queries.invalidateQueries({ queryKey: api.health.key }),
  })
  const isBusy = isUnderWay || asking.isPending
  return (
    <>
      {error && <bdi className={styles.reason}>{error}</bdi>}
      <div className={styles.buttons}>
        <Button onClick={() => asking.mutate()} disabled={isBusy}>
          {t(isBusy ? 'system.backingUp' : 'system.backUp')}
        </Button>
      </div>
    </>
  )
}

function TestEmail({ isSetUp }: { isSetUp: boolean }) {
  const { t } = useTranslation()
  const email = useUser()?.email
  const sending = useMutation({
    mutationFn: () => api.health.testEmail({}),
    onError: problem => void tellProblem(problem),
  })
  if (!isSetUp || !email) return null
  const refusal = sending.data
  return (
    <>
      <div className={styles.buttons}>
        <Button variant="default" onClick={() => sending.mutate()} loading={sending.isPending}>
          {t('system.test')}
        </Button>
      </div>
      {sending.isSuccess && (
        <Notice kind={refusal ? 'stop' : 'ok'}>
          {refusal ? t('system.testRefused', { reason: refusal }) : t('system.testSent', { email })}
        </Notice>
      )}
    </>
  )
}

type Form = 'text' | 'word' | 'number' | 'bytes' | 'seconds' | 'time' | 'hour'

/** What a light rests on; what cannot be known here says so. */
function FactList({ health: { area, facts } }: { health: AreaHealth }) {
  const { t } = useTranslation()
  const written = useFactWords()
  const forms = Object.entries(factForms[area] as Record<string, Form>).filter(([name]) => facts[name] !== undefined)
  return (
    <details className={styles.more}>
      <summary>{t('system.more')}</summary>
      <dl className={styles.facts}>
        {forms.map(([name, form]) => (
          <div key={name}>
            <dt>{t(`system.facts.${name}` as 'system.facts.server')}</dt>
            <dd>
              <bdi>{written(form, facts[name] ?? null)}</bdi>
            </dd>
          </div>
        ))}
      </dl>
    </details>
  )
}

function useFactWords(): (form: Form, value: string | number | null) => string {
  const { t } = useTranslation()
  const format = useFormat()
  const { size } = usePlanWords()
  return (form, value) => {
    if (value === null) return t('system.unknown')
    switch (form) {
      case 'text':
        return String(value)
      case 'word':
        return t(`system.words.${value}` as 'system.words.none')
      case 'number':
        return format.number(Number(value))
      case 'bytes':
        return size(Number(value))
      case 'seconds':
        return format.number(Number(value), { style: 'unit', unit: 'second', unitDisplay: 'long' })
      case 'time':
        return format.dateTime(value)
      case 'hour':
        return `${String(value).padStart(2, '0')}:00`
    }
  }
}
