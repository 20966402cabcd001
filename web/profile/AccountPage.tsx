import { Button } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { api } from '../api.ts'
import { errorText } from '../lib/errorText.ts'
import { saveFile } from '../lib/saveFile.ts'
import { Notice } from '../ui/Notice.tsx'
import { DeleteAccount } from './DeleteAccount.tsx'
import { Section } from './Section.tsx'

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
