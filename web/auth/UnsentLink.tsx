import { Anchor } from '@mantine/core'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'

/** The way to what lies unsent on this device, for whoever cannot sign in: their account or company may be gone, or the signal. */
export function UnsentLink() {
  const { t } = useTranslation()
  const [isThere, setThere] = useState(false)
  useEffect(() => {
    import('../lib/offline/pendingByUser.ts').then(async ({ unsentByUser: unsentByPerson }) =>
      setThere((await unsentByPerson()).size > 0),
    )
  }, [])
  return (
    isThere && (
      <Anchor href="/auth/work" mt="md" display="block">
        {t('auth.work.link')}
      </Anchor>
    )
  )
}
