import { Button, Group, TextInput } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { CopyLink } from '../ui/CopyLink.tsx'
import { Notice } from '../ui/Notice.tsx'
import sheet from '../ui/SideSheet.module.css'
import { SheetFooter, SideSheet } from '../ui/SideSheet.tsx'

type Props = {
  name: string
  /** Whose texts say what the secret is for. */
  of: 'keys' | 'webhooks'
  secret: string
  onClosed: () => void
}

const texts = {
  keys: { made: 'keys.made', secret: 'keys.secret', copy: 'keys.copy' },
  webhooks: { made: 'webhooks.made', secret: 'webhooks.secret', copy: 'webhooks.copy' },
} as const

/** The secret of a key or a webhook that was just made or renewed: it is shown this once. */
export function SecretSheet({ name, of, secret, onClosed }: Props) {
  const { t } = useTranslation()
  return (
    <SideSheet title={name} onClosed={onClosed}>
      {close => (
        <div className={sheet.form}>
          <Notice kind="ok">{t(texts[of].made)}</Notice>
          <TextInput
            label={t(texts[of].secret)}
            description={of === 'webhooks' && t('webhooks.secretHint')}
            readOnly
            dir="ltr"
            value={secret}
            onFocus={event => event.currentTarget.select()}
          />
          <Group>
            <CopyLink address={secret} label={t(texts[of].copy)} />
          </Group>
          <SheetFooter>
            <Button onClick={close}>{t('common.close')}</Button>
          </SheetFooter>
        </div>
      )}
    </SideSheet>
  )
}
