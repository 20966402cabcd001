import { Button, Checkbox, TextInput } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { NoticePreferences } from '#shared/notices/contract.ts'
import { type NoticeKind, noticeKinds } from '#shared/notices/kinds.ts'
import { SideSheet } from '../ui/SideSheet.tsx'
import { tellDone, tellProblem } from '../ui/toast.tsx'
import { noticesApi } from './api.ts'
import styles from './NoticesPage.module.css'
import { PushSwitch } from './push/PushSwitch.tsx'

const chosen = noticeKinds.filter(kind => kind !== 'notice.test')

/** How the person wants to hear of what; each choice is kept as it is made. */
export function WishesSheet({ onClosed }: { onClosed: () => void }) {
  const { t } = useTranslation()
  const queries = useQueryClient()
  const wishes = useQuery(noticesApi.preferences.query({}))
  // A box answers in the same moment, which the state of a request or of the cache does a moment later.
  const [made, setMade] = useState<Partial<NoticePreferences>>({})
  const { mutate } = useMutation({
    mutationFn: (changes: Partial<NoticePreferences>) => noticesApi.setPreferences(changes),
    // Two quick choices are kept in their order.
    scope: { id: 'notice-preferences' },
    onSettled: () => queries.invalidateQueries({ queryKey: noticesApi.preferences.query({}).queryKey }),
    onError: error => {
      setMade({})
      void tellProblem(error)
    },
  })
  const keep = (changes: Partial<NoticePreferences>) => {
    setMade(before => ({ ...before, ...changes }))
    mutate(changes)
  }
  const test = useMutation({
    mutationFn: () => noticesApi.test({}),
    onSuccess: () => tellDone(t('notices.tested')),
    onError: error => void tellProblem(error),
    onSettled: () => queries.invalidateQueries({ queryKey: ['notices'] }),
  })
  const now = wishes.data && { ...wishes.data, ...made }
  const toggled = (list: NoticeKind[], kind: NoticeKind, isIn: boolean) =>
    isIn ? [...list, kind] : list.filter(one => one !== kind)
  const clock = (name: 'quiet_from' | 'quiet_to' | 'digest_at', label: string, description?: string) => (
    <TextInput
      type="time"
      label={label}
      description={description}
      defaultValue={now?.[name] ?? ''}
      onBlur={event => {
        const value = event.currentTarget.value || null
        if (value !== now?.[name]) keep({ [name]: value })
      }}
    />
  )
  return (
    <SideSheet title={t('notices.settings')} onClosed={onClosed}>
      {() =>
        now && (
          <div className={styles.wishes}>
            <PushSwitch />
            <table>
              <thead>
                <tr>
                  <th scope="col">{t('notices.kind')}</th>
                  <th scope="col">{t('notices.byBell')}</th>
                  <th scope="col">{t('notices.byMail')}</th>
                  <th scope="col">{t('notices.byPush')}</th>
                </tr>
              </thead>
              <tbody>
                {chosen.map(kind => (
                  <tr key={kind}>
                    <th scope="row">{t(`notices.kinds.${kind}`)}</th>
                    <td>
                      <Checkbox
                        aria-label={`${t(`notices.kinds.${kind}`)}: ${t('notices.byBell')}`}
                        checked={!now.silent.includes(kind)}
                        onChange={({ currentTarget }) =>
                          keep({ silent: toggled(now.silent, kind, !currentTarget.checked) })
                        }
                      />
                    </td>
                    <td>
                      <Checkbox
                        aria-label={`${t(`notices.kinds.${kind}`)}: ${t('notices.byMail')}`}
                        checked={now.mailed.includes(kind)}
                        onChange={({ currentTarget }) =>
                          keep({ mailed: toggled(now.mailed, kind, currentTarget.checked) })
                        }
                      />
                    </td>
                    <td>
                      <Checkbox
                        aria-label={`${t(`notices.kinds.${kind}`)}: ${t('notices.byPush')}`}
                        checked={!now.unpushed.includes(kind)}
                        disabled={now.silent.includes(kind)}
                        onChange={({ currentTarget }) =>
                          keep({ unpushed: toggled(now.unpushed, kind, !currentTarget.checked) })
                        }
                      />
                    </td>
                  </tr>
                ))}
              </tbody>
            </table>
            <fieldset style={{ border: 0, margin: 0, padding: 0 }}>
              <legend>{t('notices.quiet')}</legend>
              <p>{t('notices.quietHelp')}</p>
              <div className={styles.pair}>
                {clock('quiet_from', t('notices.quietFrom'))}
                {clock('quiet_to', t('notices.quietTo'))}
              </div>
            </fieldset>
            {clock('digest_at', t('notices.digestAt'), t('notices.digestHelp'))}
            <Button variant="default" loading={test.isPending} onClick={() => test.mutate()}>
              {t('notices.test')}
            </Button>
          </div>
        )
      }
    </SideSheet>
  )
}
