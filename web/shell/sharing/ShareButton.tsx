import { Button } from '@mantine/core'
import { IconShare } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ReadableKind } from '#shared/shares/rules.ts'
import { ShareSheet } from './ShareSheet.tsx'

/** Shares something by a link, for people who may. */
export function ShareButton({ kind, id }: { kind: ReadableKind; id: number }) {
  const { t } = useTranslation()
  const [isSharing, setSharing] = useState(false)
  return (
    <>
      <Button variant="default" leftSection={<IconShare size={20} />} onClick={() => setSharing(true)}>
        {t('publicLink.share')}
      </Button>
      {isSharing && <ShareSheet kind={kind} id={id} onClosed={() => setSharing(false)} />}
    </>
  )
}
