import { Switch } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import type { Preferences } from '#shared/messaging/shapes.ts'
import { api } from '../../api.ts'
import { useAbility } from '../../lib/ability.tsx'
import { queryClient } from '../../lib/queryClient.ts'
import { KeptTimeField } from '../../ui/dates/KeptTimeField.tsx'
import { QueryBoundary } from '../../ui/QueryBoundary.tsx'
import { SideSheet } from '../../ui/SideSheet.tsx'
import styles from './Sheets.module.css'

const hour = 3600_000

/** How somebody wants messages to be: aloud or not, seen or not, and which key sends. */
export function SettingsSheet({ onClosed }: { onClosed: () => void }) {
  const { t } = useTranslation()
  const query = api.messaging.preferences.query()
  const preferences = useQuery(query)
  const mayHandle = useAbility()('update', 'MessageReport')
  const change = useMutation({
    mutationFn: (changes: Partial<Preferences>) => api.messaging.setPreferences(changes),
    onSuccess: now => queryClient.setQueryData(query.queryKey, now),
  })
  return (
    <SideSheet title={t('messaging.settings')} onClosed={onClosed}>
      {() => (
        <>
          <QueryBoundary query={preferences}>{data => <Wishes data={data} onChange={change.mutate} />}</QueryBoundary>
          {mayHandle && <Link to="/messaging/reports">{t('messaging.reports')}</Link>}
        </>
      )}
    </SideSheet>
  )
}

function Wishes({ data, onChange }: { data: Preferences; onChange: (changes: Partial<Preferences>) => void }) {
  const { t } = useTranslation()
  const isUndisturbed = data.do_not_disturb_until !== null && Date.parse(data.do_not_disturb_until) > Date.now()
  const flag = (name: 'has_sound' | 'enter_sends' | 'hides_typing' | 'hides_presence', label: string) => (
    <Switch label={label} checked={data[name]} onChange={event => onChange({ [name]: event.currentTarget.checked })} />
  )
  const clock = (name: 'quiet_from' | 'quiet_to', label: string) => (
    <KeptTimeField label={label} kept={data[name]} onKeep={time => onChange({ [name]: time })} />
  )
  return (
    <>
      <div className={styles.section}>
        {flag('has_sound', t('messaging.hasSound'))}
        {flag('enter_sends', t('messaging.enterSends'))}
        {flag('hides_typing', t('messaging.hidesTyping'))}
        {flag('hides_presence', t('messaging.hidesPresence'))}
        <Switch
          label={t('messaging.doNotDisturb')}
          checked={isUndisturbed}
          onChange={event =>
            onChange({
              do_not_disturb_until: event.currentTarget.checked ? new Date(Date.now() + hour).toISOString() : null,
            })
          }
        />
      </div>
      <fieldset className={styles.clocks}>
        <legend>{t('messaging.quiet')}</legend>
        {clock('quiet_from', t('messaging.from'))}
        {clock('quiet_to', t('messaging.to'))}
      </fieldset>
    </>
  )
}
