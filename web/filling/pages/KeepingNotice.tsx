import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useKeeping } from '../../answers/draft/DraftContext.tsx'
import { Notice } from '../../ui/Notice.tsx'

/** Says when this device cannot keep what is typed, and what to do about it; `children` stand below the words. */
export function KeepingNotice({ children }: { children: ReactNode }) {
  const { t } = useTranslation()
  const { problem } = useKeeping()
  return (
    problem && (
      <Notice kind="stop">
        {t(`filling.keeping.${problem}`)}
        {children}
      </Notice>
    )
  )
}
