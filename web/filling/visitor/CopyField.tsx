import { TextInput } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { keepBeside, keptBeside } from './contact.ts'

/** Whether it can be an address at all; the server says the rest. */
const looksLikeAddress = (text: string) => /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(text.trim())

/** Where a copy goes by mail; whoever wants none leaves it empty. */
export function CopyField({ formId }: { formId: number }) {
  const { t } = useTranslation()
  const [address, setAddress] = useState(() => keptBeside('copy', formId))
  const [isLeft, setLeft] = useState(false)
  return (
    <TextInput
      type="email"
      label={t('publicForm.copy')}
      description={t('publicForm.copyText')}
      error={isLeft && address !== '' && !looksLikeAddress(address) && t('publicForm.copyUnfit')}
      value={address}
      maxLength={254}
      autoComplete="email"
      dir="ltr"
      onBlur={() => setLeft(true)}
      onChange={event => {
        setAddress(event.currentTarget.value)
        keepBeside('copy', formId, event.currentTarget.value)
      }}
    />
  )
}
