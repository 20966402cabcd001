import { Button } from '@mantine/core'
import { IconDots, IconLockOpen, IconQrcode, IconSend, IconUpload } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { memo, useCallback, useEffect, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import { useTranslation } from 'react-i18next'
import type { Form, FormDetail } from '#shared/forms/contract.ts'
import type { ChosenStatus } from '#shared/forms/rules.ts'
import { toLocale } from '#shared/lib/language.ts'
import { textIn } from '#shared/lib/localizedText.ts'
import { api } from '../../api.ts'
import { errorText } from '../../lib/errorText.ts'
import { useFormat } from '../../lib/format.ts'
import { lazyPart } from '../../ui/lazyPart.tsx'
import { MenuButton } from '../../ui/menu/MenuButton.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { PageHeader } from '../../ui/page/PageHeader.tsx'
import { CopyFormSheet } from '../CopyFormSheet.tsx'
import { FormState } from '../FormState.tsx'
import { useDuplicate } from '../useNewForm.ts'
import { useShown } from './EditingContext.tsx'
import type { FormActions } from './FormChoices.tsx'
import styles from './FormEditor.module.css'
import type { FormAutosave } from './saving/formAutosave.ts'
import { placedMistakes } from './structure/editing.ts'
import { VersionsSheet } from './versions/VersionsSheet.tsx'

type EditorHeaderProps = {
  form: FormDetail
  autosave: FormAutosave
  /** In the bar that stays: the step that comes next. */
  stepPlace: HTMLElement | null
  onMistakes: () => void
}

/** The head of the page, which is drawn again only when the name changes. */
export function EditorHeader({ form, autosave, stepPlace, onMistakes }: EditorHeaderProps) {
  const { t, i18n } = useTranslation()
  const { state } = useShown()
  const { name, definition } = state.content
  const latest = useRef(definition)
  useEffect(() => {
    latest.current = definition
  })
  // Asked when it matters: the list of mistakes follows what is typed a moment later.
  const isReady = useCallback(() => placedMistakes(latest.current).length === 0, [])
  return (
    <FormHeader
      form={form}
      name={textIn(name, toLocale(i18n.language), definition.default_language).text || t('forms.untitled')}
      autosave={autosave}
      stepPlace={stepPlace}
      isReady={isReady}
      onMistakes={onMistakes}
    />
  )
}

const PublicLinkSheet = lazyPart(() => import('../publicLink/PublicLinkSheet.tsx').then(part => part.PublicLinkSheet))
const TaskForm = lazyPart(() => import('../../tasks/form/TaskForm.tsx').then(part => part.TaskForm))

type Props = {
  form: FormDetail
  name: string
  autosave: FormAutosave
  stepPlace: HTMLElement | null
  /** Whether nothing is to be put right before it can be published. */
  isReady: () => boolean
  onMistakes: () => void
}

/** The state of the form, and the actions on all of it. */
const FormHeader = memo(function FormHeader({ form, name, autosave, stepPlace, isReady, onMistakes }: Props) {
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
      {stepPlace &&
        createPortal(
          <MainAction
            form={form}
            isBusy={acting.isPending || isDuplicating}
            onPublish={publish}
            onOpen={() => setStatus('open')}
            onSend={() => setSending(true)}
          />,
          stepPlace,
        )}
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

type MainActionProps = { form: Form; isBusy: boolean; onPublish: () => void; onOpen: () => void; onSend: () => void }

/** The one step that comes next: publishing changes, opening a closed form, or giving it to somebody to fill in. */
function MainAction({ form, isBusy, onPublish, onOpen, onSend }: MainActionProps) {
  const { t } = useTranslation()
  if (form.has_unpublished_changes)
    return (
      <Button size="sm" leftSection={<IconUpload size={20} />} loading={isBusy} onClick={onPublish}>
        {t('formEditor.publish')}
      </Button>
    )
  if (form.status === 'closed' || form.status === 'closing')
    return (
      <Button size="sm" leftSection={<IconLockOpen size={20} />} loading={isBusy} onClick={onOpen}>
        {t('formEditor.open')}
      </Button>
    )
  return (
    <Button size="sm" leftSection={<IconSend size={20} />} loading={isBusy} onClick={onSend}>
      {t('formEditor.sendAsTask')}
    </Button>
  )
}

const load = () => import('./FormChoices.tsx').then(part => part.FormChoices)

/** What one does with a form now and then. */
function FormMenu(actions: FormActions) {
  const { t } = useTranslation()
  return (
    <MenuButton load={load} menu={actions}>
      <Button variant="default" leftSection={<IconDots size={20} />}>
        {t('formEditor.more')}
      </Button>
    </MenuButton>
  )
}
