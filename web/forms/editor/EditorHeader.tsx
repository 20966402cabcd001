import { Button, Menu } from '@mantine/core'
import {
  IconArchive,
  IconClipboardText,
  IconDots,
  IconLock,
  IconLockOpen,
  IconPencil,
  IconSend,
} from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { FormDetail } from '#shared/forms/contract.ts'
import { toLocale } from '#shared/lib/language.ts'
import { textIn } from '#shared/lib/localizedText.ts'
import { Can } from '../../lib/ability.tsx'
import { api } from '../../lib/api.ts'
import { errorText } from '../../lib/errorText.ts'
import { useFormat } from '../../lib/format.ts'
import { lazyPart } from '../../ui/lazyPart.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { PageHeader } from '../../ui/PageHeader.tsx'
import { PathLink } from '../../ui/PathLink.tsx'
import { useArchive } from '../../ui/useArchive.ts'
import { FormState } from '../FormState.tsx'
import { fillInPath } from '../fillInPath.ts'
import type { Autosave } from './Autosave.ts'
import { useShown } from './EditingContext.tsx'
import styles from './EditorHeader.module.css'
import { MainAction } from './MainAction.tsx'

const TaskForm = lazyPart(() => import('../../tasks/TaskForm.tsx').then(part => part.TaskForm))

type Props = { form: FormDetail; autosave: Autosave; onMistakes: () => void }

/** How the form stands, and what can be done with it as a whole. */
export function EditorHeader({ form, autosave, onMistakes }: Props) {
  const { t, i18n } = useTranslation()
  const format = useFormat()
  const { state, mistakes } = useShown()
  const [isSending, setSending] = useState(false)
  const { archive } = useArchive('forms', api.forms, '/forms')
  const { id, status, version, default_language } = form
  const name = textIn(state.content.name, toLocale(i18n.language), default_language).text || t('forms.untitled')

  const acting = useMutation({
    mutationFn: (call: (revision: number) => Promise<FormDetail>) => autosave.perform(call),
    // Said in place, below.
    onError: () => undefined,
  })
  const publish = () =>
    mistakes.length > 0 ? onMistakes() : acting.mutate(revision => api.forms.publish({ id, revision }))
  const setStatus = (status: 'open' | 'closed') => acting.mutate(revision => api.forms.update({ id, status, revision }))

  return (
    <>
      <PageHeader
        title={name}
        back={{ to: '/forms', text: t('forms.title') }}
        actions={
          <>
            <Menu>
              <Menu.Target>
                <Button variant="default" leftSection={<IconDots size={20} />}>
                  {t('forms.more')}
                </Button>
              </Menu.Target>
              <Menu.Dropdown>
                {status === 'open' && (
                  <>
                    <Menu.Item component={PathLink} href={fillInPath(id)} leftSection={<IconPencil size={20} />}>
                      {t('forms.fillIn')}
                    </Menu.Item>
                    <Menu.Item leftSection={<IconSend size={20} />} onClick={() => setSending(true)}>
                      {t('forms.sendAsTask')}
                    </Menu.Item>
                  </>
                )}
                {version !== null && (
                  <Menu.Item
                    component={PathLink}
                    href={`/submission/filled?form_id=${id}`}
                    leftSection={<IconClipboardText size={20} />}
                  >
                    {t('forms.submissions')}
                  </Menu.Item>
                )}
                {status === 'open' && (
                  <Menu.Item leftSection={<IconLock size={20} />} onClick={() => setStatus('closed')}>
                    {t('forms.close')}
                  </Menu.Item>
                )}
                {status === 'closed' && (
                  <Menu.Item leftSection={<IconLockOpen size={20} />} onClick={() => setStatus('open')}>
                    {t('forms.open')}
                  </Menu.Item>
                )}
                <Can I="delete" a="Form" row={form}>
                  <Menu.Item leftSection={<IconArchive size={20} />} onClick={() => archive({ id, name })}>
                    {t('common.archive')}
                  </Menu.Item>
                </Can>
              </Menu.Dropdown>
            </Menu>
            <MainAction
              form={form}
              isBusy={acting.isPending}
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
              ? t('forms.neverPublished')
              : t(form.has_unpublished_changes ? 'forms.nextVersion' : 'forms.currentVersion', {
                  version: format.number(version),
                  next: format.number(version + 1),
                })}
          </span>
        </div>
      </PageHeader>
      {acting.isError && <Notice kind="stop">{errorText(acting.error, t)}</Notice>}
      {isSending && <TaskForm formId={id} onClosed={() => setSending(false)} />}
    </>
  )
}
