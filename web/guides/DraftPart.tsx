import { SegmentedControl, Switch } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { GuideContent, GuideDetail } from '#shared/guides/contract.ts'
import { useFormat } from '../lib/format.ts'
import { Notice } from '../ui/Notice.tsx'
import { Approvals } from './Approvals.tsx'
import { GuideChanges } from './GuideChanges.tsx'

export type DraftProps = {
  guide: GuideDetail
  draft: GuideContent
  isShown: boolean
  onShow: (draft: boolean) => void
}

/** Above a guide that has a draft beside what is published, for those who write, check or approve it. */
export function DraftPart({ guide, draft, isShown, onShow }: DraftProps) {
  const { t } = useTranslation()
  const format = useFormat()
  const [showsChanges, setShowsChanges] = useState(false)
  const { published } = guide
  return (
    <>
      {published && (
        <SegmentedControl
          aria-label={t('guides.which')}
          value={isShown ? 'draft' : 'published'}
          data={[
            { value: 'published', label: t('guides.showPublished') },
            { value: 'draft', label: t('guides.showDraft') },
          ]}
          onChange={value => onShow(value === 'draft')}
        />
      )}
      {isShown && published && <Notice kind="info">{t('guides.draftShown')}</Notice>}
      {isShown && <Approvals guide={guide} />}
      {isShown && published && (
        <Switch
          my="md"
          label={t('guides.changesSince', { version: format.number(published.number) })}
          checked={showsChanges}
          onChange={event => setShowsChanges(event.currentTarget.checked)}
        />
      )}
      {isShown && published && showsChanges && <GuideChanges before={published.content} after={draft} />}
    </>
  )
}
