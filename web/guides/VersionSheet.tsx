import { Button, Switch } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { GuideContent, GuideDetail } from '#shared/guides/contract.ts'
import { api } from '../api.ts'
import { errorText } from '../lib/errorText.ts'
import { useFormat } from '../lib/format.ts'
import { ErrorState } from '../ui/ErrorState.tsx'
import { Notice } from '../ui/Notice.tsx'
import { SheetFooter, SideSheet } from '../ui/SideSheet.tsx'
import { tellDone } from '../ui/toast.tsx'
import { GuideChanges } from './GuideChanges.tsx'
import styles from './GuidePage.module.css'
import { GuideText } from './GuideText.tsx'
import { useGuideWords } from './useGuideWords.ts'

type Props = { guide: GuideDetail; number: number; onClosed: () => void }

/** What a version says, and the way to make it the draft again. */
export function VersionSheet({ guide, number, onClosed }: Props) {
  const { t } = useTranslation()
  const format = useFormat()
  const navigate = useNavigate()
  const queries = useQueryClient()
  const version = useQuery(api.guides.version.query({ id: guide.id, number }))
  const [showsChanges, setShowsChanges] = useState(false)
  const earlier = useQuery({
    ...api.guides.version.query({ id: guide.id, number: number - 1 }),
    enabled: showsChanges && number > 1,
  })
  const restoring = useMutation({
    mutationFn: () => api.guides.restoreVersion({ id: guide.id, number, revision: guide.revision }),
    onSuccess() {
      tellDone(t('guides.broughtBack', { version: format.number(number) }))
      navigate({ href: `/guides/edit/${guide.id}` })
    },
    onSettled: () => queries.invalidateQueries({ queryKey: api.guides.key }),
  })
  return (
    <SideSheet title={t('guides.versionTitle', { version: format.number(number) })} onClosed={onClosed}>
      {close => (
        <>
          {version.error && <ErrorState error={version.error} onRetry={version.refetch} />}
          {restoring.error && <Notice kind="stop">{errorText(restoring.error, t)}</Notice>}
          {number > 1 && (
            <Switch
              label={t('guides.changesSince', { version: format.number(number - 1) })}
              checked={showsChanges}
              onChange={event => setShowsChanges(event.currentTarget.checked)}
              mb="md"
            />
          )}
          {earlier.error && <ErrorState error={earlier.error} onRetry={earlier.refetch} />}
          {version.data &&
            (showsChanges && earlier.data ? (
              <GuideChanges before={earlier.data.content} after={version.data.content} />
            ) : (
              <Words content={version.data.content} />
            ))}
          {version.data && version.data.approvals.length > 0 && (
            <ul className={styles.rows}>
              {version.data.approvals.map(({ step, user_id, name, approved_at }) => (
                <li key={`${step} ${user_id}`}>
                  <span>
                    {t(`guides.step.${step}`)} · <bdi>{name}</bdi>
                  </span>
                  <span>{approved_at && format.dateTime(approved_at)}</span>
                </li>
              ))}
            </ul>
          )}
          <SheetFooter>
            <Button variant="default" onClick={close}>
              {t('common.close')}
            </Button>
            {!guide.archived_at && (
              <Button loading={restoring.isPending} onClick={() => restoring.mutate()}>
                {t('guides.bringBack')}
              </Button>
            )}
          </SheetFooter>
        </>
      )}
    </SideSheet>
  )
}

function Words({ content }: { content: GuideContent }) {
  const { title, blocks, language, direction } = useGuideWords(content)
  // Sections of the page behind have the same addresses; here they have none.
  const unaddressed = blocks.map(block => (block.kind === 'heading' ? { ...block, anchor: '' } : block))
  return (
    <div lang={language} dir={direction}>
      <h2>{title}</h2>
      <GuideText blocks={unaddressed} />
    </div>
  )
}
