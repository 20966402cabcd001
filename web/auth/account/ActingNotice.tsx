import { Button } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { errorText } from '../../lib/errorText.ts'
import { switchBack } from '../../lib/session/signIn.ts'
import { PageNotice } from '../../ui/page/PageNotice.tsx'
import { tellFailed } from '../../ui/toast.tsx'

type Props = { name: string; by: { name: string } }

/** While an admin acts as somebody else: said on every screen, with the way back. */
export function ActingNotice({ name, by }: Props) {
  const { t } = useTranslation()
  const [isBusy, setBusy] = useState(false)

  async function goBack() {
    setBusy(true)
    await switchBack().catch(error => {
      setBusy(false)
      return tellFailed(errorText(error, t))
    })
  }

  return (
    <PageNotice
      kind="attention"
      isSticky
      actions={
        <Button variant="default" size="sm" loading={isBusy} onClick={goBack}>
          {t('auth.acting.back', { name: by.name })}
        </Button>
      }
    >
      <strong>{t('auth.acting.text', { name })}</strong>
    </PageNotice>
  )
}
