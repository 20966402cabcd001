import { Checkbox, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { keepBeside, keptBeside } from './contact.ts'
import styles from './EndPage.module.css'

/** Whether it can be an address at all; the server says the rest. */
const looksLikeAddress = (text: string) => /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(text.trim())

/** Asks for a copy by mail. Nobody needs to say an address who wants none. */
export function CopyField({ formId }: { formId: number }) {
  const { t } = useTranslation()
  const [address, setAddress] = useState(() => keptBeside('copy', formId))
  const [isWanted, setWanted] = useState(address !== '')
  const [isLeft, setLeft] = useState(false)

  function change(text: string) {
    setAddress(text)
    keepBeside('copy', formId, text)
  }

  return (
    <div className={styles.copy}>
      <Checkbox
        label={t('publicForm.copy')}
        checked={isWanted}
        onChange={event => {
          setWanted(event.currentTarget.checked)
          if (!event.currentTarget.checked) change('')
        }}
      />
      {isWanted && (
        <TextInput
          type="email"
          label={t('publicForm.copyAddress')}
          description={t('publicForm.copyText')}
          error={isLeft && address !== '' && !looksLikeAddress(address) && t('publicForm.copyUnfit')}
          value={address}
          maxLength={254}
          autoComplete="email"
          dir="ltr"
          onBlur={() => setLeft(true)}
          onChange={event => change(event.currentTarget.value)}
        />
      )}
    </div>
  )
}
