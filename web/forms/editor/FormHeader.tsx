import { Button } from '@mantine/core'
import { IconQrcode } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { memo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { FormDetail } from '#shared/forms/contract.ts'
import type { ChosenStatus } from '#shared/forms/rules.ts'
import { api } from '../../api.ts'
import { errorText } from '../../lib/errorText.ts'
import { useFormat } from '../../lib/format.ts'
import { lazyPart } from '../../ui/lazyPart.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { PageHeader } from '../../ui/page/PageHeader.tsx'
import { CopyFormSheet } from '../CopyFormSheet.tsx'
import { FormState } from '../FormState.tsx'
import styles from './FormHeader.module.css'
import { FormMenu } from './FormMenu.tsx'
import { MainAction } from './MainAction.tsx'
import type { Autosave } from './saving/Autosave.ts'
import { useDuplicate } from './useDuplicate.ts'

const VersionsSheet = lazyPart(() => import('./versions/VersionsSheet.tsx').then(part => part.VersionsSheet))

const PublicLinkSheet = lazyPart(() => import('../publicLink/PublicLinkSheet.tsx').then(part => part.PublicLinkSheet))
const TaskForm = lazyPart(() => import('../../tasks/form/TaskForm.tsx').then(part => part.TaskForm))

type Props = {
  form: FormDetail
  name: string
  autosave: Autosave
  /** Whether nothing is to be put right before it can be published. */
  isReady: () => boolean
  onMistakes: () => void
}

/** How the form stands, and what can be done with it as a whole. */
export const FormHeader = memo(function FormHeader({ form, name, autosave, isReady, onMistakes }: Props) {
  const { t } = useTranslation()
  const format = useFormat()
  const [isSending, setSending] = useState(false)
  const [sheet, setSheet] = useState<'versions' | 'copy' | 'link'>()
  const { id, version } = form
  const acting = useMutation({
    mutationFn: (call: (revision: number) => Promise<FormDetail>) => autosave.perform(call),
    // Said in place, below.
    onError: () => undefined,
  })
  const { duplicate, isDuplicating } = useDuplicate(form, autosave)
  const publish = () => (isReady() ? acting.mutate(revision => api.forms.publish({ id, revision })) : onMistakes())
  const setStatus = (status: ChosenStatus) => acting.mutate(revision => api.forms.update({ id, status, revision }))

  return (
    <>
      <PageHeader
        title={name}
        back={{ to: '/forms', text: t('forms.title') }}
        actions={
          <>
            <FormMenu
              form={form}
              name={name}
              onSend={() => setSending(true)}
              onStatus={setStatus}
              onVersions={() => setSheet('versions')}
              onCopy={() => setSheet('copy')}
              onDuplicate={duplicate}
              onLink={() => setSheet('link')}
            />
            <MainAction
              form={form}
              isBusy={acting.isPending || isDuplicating}
              onPublish={publish}
              onOpen={() => setStatus('open')}
              onSend={() => setSending(true)}
            />
          </>
        }
      >
        <div className={styles.line}>
          <FormState form={form} />
          <span>
            {version === null
              ? t('formEditor.neverPublished')
              : t(form.has_unpublished_changes ? 'formEditor.nextVersion' : 'formEditor.currentVersion', {
                  version: format.number(version),
                  next: format.number(version + 1),
                })}
          </span>
          {(form.public_link_count ?? 0) > 0 && (
            <Button
              variant="subtle"
              size="compact-sm"
              leftSection={<IconQrcode size={18} />}
              onClick={() => setSheet('link')}
            >
              {t('publicLink.on')}
            </Button>
          )}
        </div>
      </PageHeader>
      {acting.isError && <Notice kind="stop">{errorText(acting.error, t)}</Notice>}
      {sheet === 'versions' && <VersionsSheet id={id} onClosed={() => setSheet(undefined)} />}
      {sheet === 'copy' && (
        <CopyFormSheet id={id} name={name} companyId={form.company_id} onClosed={() => setSheet(undefined)} />
      )}
      {sheet === 'link' && <PublicLinkSheet form={form} name={name} onClosed={() => setSheet(undefined)} />}
      {isSending && <TaskForm sentForm={form} onClosed={() => setSending(false)} />}
    </>
  )
})
