import { Button } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { api } from '../api.ts'
import { errorText } from '../lib/errorText.ts'
import { useFormat } from '../lib/format.ts'
import { useQueue } from '../lib/offline/useQueue.ts'
import { RequestError } from '../lib/requestError.ts'
import { saveFile } from '../lib/saveFile.ts'
import { signOut } from '../lib/session/session.ts'
import { setLeaving } from '../lib/session/token.ts'
import { ConfirmButton } from '../ui/ConfirmButton.tsx'
import { Notice } from '../ui/Notice.tsx'
import styles from './Profile.module.css'
import { Section } from './ProfilePage.tsx'

/** /profile/account: all that tend keeps about the person, as a file; and the end of the account. */
export function AccountPage() {
  const { t } = useTranslation()
  const exporting = useMutation({
    mutationFn: () => api.me.export(),
    onSuccess: archive => saveFile(archive, 'tend-my-data.zip'),
    onError: () => undefined,
  })
  return (
    <>
      <Section title={t('profile.export.title')} text={t('profile.export.text')}>
        {exporting.error && <Notice kind="stop">{errorText(exporting.error, t)}</Notice>}
        {exporting.isSuccess && <Notice kind="ok">{t('profile.export.done')}</Notice>}
        <Button
          variant="default"
          leftSection={<IconDownload size={20} />}
          loading={exporting.isPending}
          onClick={() => exporting.mutate()}
        >
          {t('profile.export.submit')}
        </Button>
      </Section>
      <DeleteAccount />
    </>
  )
}

const consequences = ['signIn', 'name', 'work', 'companies'] as const

/** The end of the account: what happens then, and why it may not be possible yet. */
function DeleteAccount() {
  const { t } = useTranslation()
  const format = useFormat()
  const unsent = useQueue().count
  const deleting = useMutation({
    mutationFn: () => {
      setLeaving(true)
      return api.me.remove()
    },
    async onSuccess() {
      const { noteAccountDeleted } = await import('../lib/session/lockDevice.ts')
      await noteAccountDeleted()
      await signOut()
      location.assign('/auth/deleted')
    },
    onError: () => setLeaving(false),
  })
  const { error } = deleting
  const companies = onlyManagerOf(error)
  return (
    <Section title={t('profile.delete.title')} text={t('profile.delete.text')}>
      <ul className={styles.points}>
        {consequences.map(name => (
          <li key={name}>{t(`profile.consequences.${name}`)}</li>
        ))}
      </ul>
      {error && (
        <Notice kind="stop">
          {companies.length > 0
            ? t('profile.delete.lastManager', { companies: format.list(companies) })
            : errorText(error, t)}
        </Notice>
      )}
      {unsent > 0 && (
        <Notice kind="attention">
          {t('profile.delete.unsent', { count: unsent })} <Link to="/outbox">{t('profile.delete.toOutbox')}</Link>
        </Notice>
      )}
      <ConfirmButton
        question={t('profile.delete.question')}
        confirmText={t('profile.delete.submit')}
        onConfirm={() => deleting.mutate()}
        buttonProps={{ variant: 'outline', color: 'red', loading: deleting.isPending }}
      >
        {t('profile.delete.submit')}
      </ConfirmButton>
    </Section>
  )
}

/** The names of the companies that would have no manager any more. */
function onlyManagerOf(error: unknown): string[] {
  const data = error instanceof RequestError && error.code === 'last_manager' ? error.data : undefined
  const companies = typeof data === 'object' && data !== null && 'companies' in data ? data.companies : []
  return Array.isArray(companies) ? companies.map(({ name }: { name: string }) => name) : []
}
