import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { administration } from '../administrationApi.ts'
import { errorText } from '../lib/errorText.ts'
import { useFormat } from '../lib/format.ts'
import { useUser } from '../lib/session/session.ts'
import { ConfirmButton } from '../ui/ConfirmButton.tsx'
import { Notice } from '../ui/Notice.tsx'
import { tellDone } from '../ui/toast.tsx'
import styles from './Profile.module.css'
import { Section } from './ProfilePage.tsx'

/** The providers by which the account signs in; it is unlinked where it has a password. */
export function SsoLinks() {
  const { t } = useTranslation()
  const format = useFormat()
  const user = useUser()
  const queries = useQueryClient()
  const links = useQuery(administration.sso.links.query({}))
  const unlinking = useMutation({
    mutationFn: (id: number) => administration.sso.unlink({ id }),
    onSuccess: () => tellDone(t('profile.sso.unlinked')),
    onError: () => undefined,
    onSettled: () => queries.invalidateQueries({ queryKey: administration.sso.links.key }),
  })
  // Most people have none, and are not asked to understand what it is.
  if (!links.data?.length) return null
  return (
    <Section title={t('profile.sso.title')} text={t('profile.sso.text')}>
      {unlinking.error && <Notice kind="stop">{errorText(unlinking.error, t)}</Notice>}
      {user?.sso && !user.sso.has_password && <p className={styles.small}>{t('profile.sso.setPassword')}</p>}
      {links.data.map(({ id, name, email, last_used_at }) => (
        <div key={id} className={styles.actions}>
          <span>
            <bdi>{name}</bdi>
            {email && (
              <>
                {' · '}
                <bdi>{email}</bdi>
              </>
            )}
            {last_used_at && ` · ${t('profile.sso.lastUsed', { date: format.date(last_used_at) })}`}
          </span>
          {user?.sso?.has_password !== false && (
            <ConfirmButton
              question={t('profile.sso.question', { name })}
              confirmText={t('profile.sso.unlink')}
              onConfirm={() => unlinking.mutate(id)}
              buttonProps={{ loading: unlinking.isPending }}
            >
              {t('profile.sso.unlink')}
            </ConfirmButton>
          )}
        </div>
      ))}
    </Section>
  )
}
