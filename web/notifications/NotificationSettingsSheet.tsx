import { Button, Checkbox, Radio, Switch } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { NotificationPreferences } from '#shared/notifications/contract.ts'
import { type NotificationKind, notificationKinds } from '#shared/notifications/rules.ts'
import { api } from '../api.ts'
import { useAbility } from '../lib/ability.tsx'
import { useFormat } from '../lib/format.ts'
import { RequestError } from '../lib/requestError.ts'
import { useUser } from '../lib/session/session.ts'
import { KeptTimeField } from '../ui/dates/KeptTimeField.tsx'
import { Notice } from '../ui/Notice.tsx'
import { SideSheet } from '../ui/SideSheet.tsx'
import { tellDone, tellFailed, tellProblem } from '../ui/toast.tsx'
import { pushState, turnOff, turnOn } from './browserPush.ts'
import { kindsFor, levelOf, type NotificationLevel, notificationLevels, silentAt } from './levels.ts'
import styles from './NotificationsPage.module.css'

/** What the person hears of, and how; each choice is saved as it is made. */
export function NotificationSettingsSheet({ onClosed }: { onClosed: () => void }) {
  const { t } = useTranslation()
  const queries = useQueryClient()
  const kinds = kindsFor(useAbility())
  const wishes = useQuery(api.notices.preferences.query({}))
  // A box answers in the same moment, which the state of a request or of the cache does a moment later.
  const [made, setMade] = useState<Partial<NotificationPreferences>>({})
  const { mutate } = useMutation({
    mutationFn: (changes: Partial<NotificationPreferences>) => api.notices.setPreferences(changes),
    // Two quick choices are kept in their order.
    scope: { id: 'notice-preferences' },
    onSettled: () => queries.invalidateQueries({ queryKey: api.notices.preferences.query({}).queryKey }),
    onError: error => {
      setMade({})
      void tellProblem(error)
    },
  })
  const keep = (changes: Partial<NotificationPreferences>) => {
    setMade(before => ({ ...before, ...changes }))
    mutate(changes)
  }
  const test = useMutation({
    mutationFn: () => api.notices.test({}),
    onSuccess: () => tellDone(t('notifications.tested')),
    onError: error => void tellProblem(error),
    onSettled: () => queries.invalidateQueries({ queryKey: api.notices.key }),
  })
  const now = wishes.data && { ...wishes.data, ...made }
  return (
    <SideSheet title={t('notifications.settings')} onClosed={onClosed}>
      {() =>
        now && (
          <div className={styles.wishes}>
            <PushSwitch />
            <Levels wishes={now} kinds={kinds} onChange={keep} />
            <QuietHours wishes={now} onChange={keep} />
            <KeptTimeField
              label={t('notifications.digestAt')}
              description={t('notifications.digestHelp')}
              kept={now.digest_at}
              onKeep={digest_at => keep({ digest_at })}
            />
            <Button variant="default" loading={test.isPending} onClick={() => test.mutate()}>
              {t('notifications.test')}
            </Button>
            <MutedList />
          </div>
        )
      }
    </SideSheet>
  )
}

type LevelsProps = Props & { kinds: readonly NotificationKind[] }

/** Three choices of what to hear of. Under "Advanced" each kind that this person's role can get has its own. */
function Levels({ wishes, kinds, onChange }: LevelsProps) {
  const { t } = useTranslation()
  const level = levelOf(wishes.silent, kinds)
  const toggled = (list: NotificationKind[], kind: NotificationKind, isIn: boolean) =>
    isIn ? [...list, kind] : list.filter(one => one !== kind)
  const [isAdvanced, setAdvanced] = useState(level === null)
  // Of every kind: a person whose role changes hears of new kinds by the same level.
  const choose = (value: string) => onChange({ silent: silentAt(value as NotificationLevel, notificationKinds) })
  return (
    <>
      <Radio.Group label={t('notifications.levels.label')} value={level ?? ''} onChange={choose}>
        {notificationLevels.map(one => (
          <Radio
            key={one}
            value={one}
            mt="xs"
            label={t(`notifications.levels.${one}`)}
            description={t(`notifications.levels.${one}Hint`)}
          />
        ))}
      </Radio.Group>
      <details className={styles.advanced} open={isAdvanced} onToggle={event => setAdvanced(event.currentTarget.open)}>
        <summary>{t('notifications.advanced')}</summary>
        <table>
          <thead>
            <tr>
              <th scope="col">{t('notifications.kind')}</th>
              <th scope="col">{t('notifications.byBell')}</th>
              <th scope="col">{t('notifications.byMail')}</th>
              <th scope="col">{t('notifications.byPush')}</th>
            </tr>
          </thead>
          <tbody>
            {kinds.map(kind => (
              <tr key={kind}>
                <th scope="row">{t(`notifications.kinds.${kind}`)}</th>
                <td>
                  <Checkbox
                    aria-label={`${t(`notifications.kinds.${kind}`)}${t('common.colon')} ${t('notifications.byBell')}`}
                    checked={!wishes.silent.includes(kind)}
                    onChange={({ currentTarget }) =>
                      onChange({ silent: toggled(wishes.silent, kind, !currentTarget.checked) })
                    }
                  />
                </td>
                <td>
                  <Checkbox
                    aria-label={`${t(`notifications.kinds.${kind}`)}${t('common.colon')} ${t('notifications.byMail')}`}
                    checked={wishes.mailed.includes(kind)}
                    onChange={({ currentTarget }) =>
                      onChange({ mailed: toggled(wishes.mailed, kind, currentTarget.checked) })
                    }
                  />
                </td>
                <td>
                  <Checkbox
                    aria-label={`${t(`notifications.kinds.${kind}`)}${t('common.colon')} ${t('notifications.byPush')}`}
                    checked={!wishes.unpushed.includes(kind)}
                    disabled={wishes.silent.includes(kind)}
                    onChange={({ currentTarget }) =>
                      onChange({ unpushed: toggled(wishes.unpushed, kind, !currentTarget.checked) })
                    }
                  />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </details>
    </>
  )
}

const queryKey = [...api.notices.key, 'push', 'state']

/** Whether this device hears of notices while tend is closed, and what that means. */
function PushSwitch() {
  const { t } = useTranslation()
  const queries = useQueryClient()
  const userId = useUser()?.id ?? 0
  const state = useQuery({ queryKey, queryFn: pushState })
  const change = useMutation({
    mutationFn: (isWanted: boolean) => (isWanted ? turnOn(userId) : turnOff(userId)),
    onSuccess: now => queries.setQueryData(queryKey, now),
    // Any other error comes from the browser, whose push service does not answer.
    onError: error =>
      error instanceof RequestError ? void tellProblem(error) : void tellFailed(t('notifications.push.failed')),
  })
  const now = state.data
  return (
    <div className={styles.push}>
      <Switch
        size="md"
        label={t('notifications.push.here')}
        description={t('notifications.push.help')}
        checked={now === 'on'}
        disabled={now === undefined || now === 'unsupported' || change.isPending}
        onChange={event => change.mutate(event.currentTarget.checked)}
      />
      {(now === 'denied' || now === 'unsupported') && <Notice kind="info">{t(`notifications.push.${now}`)}</Notice>}
    </div>
  )
}

/** What the person hears nothing of, each with its end, and the way back. */
function MutedList() {
  const { t } = useTranslation()
  const format = useFormat()
  const queries = useQueryClient()
  const mutes = useQuery(api.notices.mutes.query({}))
  const undo = useMutation({
    mutationFn: (id: number) => api.notices.unmute({ id }),
    onError: error => void tellProblem(error),
    onSettled: () => queries.invalidateQueries({ queryKey: api.notices.key }),
  })
  if (!mutes.data || mutes.data.length === 0) return null
  return (
    <section aria-labelledby="muted">
      <h3 id="muted">{t('notifications.mutes.list')}</h3>
      <p>{t('notifications.mutes.help')}</p>
      <ul className={styles.muted}>
        {mutes.data.map(({ id, name, until }) => (
          <li key={id}>
            <span>
              <bdi>{name}</bdi>
              {', '}
              {until
                ? t('notifications.mutes.until', { date: format.dateTime(until) })
                : t('notifications.mutes.ends.good')}
            </span>
            <Button
              variant="default"
              size="sm"
              aria-label={`${t('notifications.mutes.undo')}${t('common.colon')} ${name}`}
              loading={undo.isPending && undo.variables === id}
              onClick={() => undo.mutate(id)}
            >
              {t('notifications.mutes.undo')}
            </Button>
          </li>
        ))}
      </ul>
    </section>
  )
}

type Props = { wishes: NotificationPreferences; onChange: (changes: Partial<NotificationPreferences>) => void }

/** What own quiet hours begin with, where the company has none. */
const usual = { quiet_from: '20:00', quiet_to: '06:00' }
const none = { quiet_from: null, quiet_to: null }

/** When only what is urgent comes: as in the company, at own hours, or never. */
function QuietHours({ wishes, onChange }: Props) {
  const { t } = useTranslation()
  const company = useQuery(api.companies.get.query({ id: useUser()?.company_id ?? 0 })).data
  const { quiet_from, quiet_to } = company ?? none
  const ofCompany = quiet_from && quiet_to ? { quiet_from, quiet_to } : undefined
  const now = wishes.is_never_quiet ? 'never' : wishes.quiet_from && wishes.quiet_to ? 'own' : 'company'
  const choose = (choice: string) =>
    onChange({ is_never_quiet: choice === 'never', ...(choice === 'own' ? (ofCompany ?? usual) : none) })
  const clock = (name: 'quiet_from' | 'quiet_to', label: string) => (
    <KeptTimeField
      key={`${name} ${wishes[name]}`}
      label={label}
      kept={wishes[name]}
      onKeep={time => time && onChange({ [name]: time })}
    />
  )
  return (
    <div>
      <Radio.Group
        label={t('notifications.quiet')}
        description={t('notifications.quietHelp')}
        value={now}
        onChange={choose}
        className={styles.quiet}
      >
        <Radio
          value="company"
          mt="xs"
          label={
            ofCompany
              ? t('notifications.quietHours.company', { from: ofCompany.quiet_from, to: ofCompany.quiet_to })
              : t('notifications.quietHours.companyNone')
          }
        />
        <Radio value="own" mt="xs" label={t('notifications.quietHours.own')} />
        <Radio value="never" mt="xs" label={t('notifications.quietHours.never')} />
      </Radio.Group>
      {now === 'own' && (
        <div className={styles.pair}>
          {clock('quiet_from', t('notifications.quietFrom'))}
          {clock('quiet_to', t('notifications.quietTo'))}
        </div>
      )}
    </div>
  )
}
