import { Menu } from '@mantine/core'
import {
  IconArchive,
  IconBuildingPlus,
  IconClipboardText,
  IconCopy,
  IconFileExport,
  IconHistory,
  IconLock,
  IconLockOpen,
  IconLockPause,
  IconPencil,
  IconPrinter,
  IconQrcode,
  IconSend,
} from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { type ReactNode, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import type { Form } from '#shared/forms/contract.ts'
import type { ChosenStatus, OpenTasksChosen } from '#shared/forms/rules.ts'
import { filenameOf } from '#shared/lib/filename.ts'
import { api } from '../../api.ts'
import type { WantedPdf } from '../../documents/commands.ts'
import { usePdf } from '../../documents/PdfButton.tsx'
import { fillInPath } from '../../filling/queries.ts'
import { Can } from '../../lib/ability.tsx'
import { errorText } from '../../lib/errorText.ts'
import { saveFile } from '../../lib/saveFile.ts'
import { useOwnCompanies } from '../../shell/company.ts'
import { MenuList } from '../../ui/menu/MenuList.tsx'
import { useOpening } from '../../ui/menu/menuState.ts'
import { PathLink } from '../../ui/PathLink.tsx'
import { useArchive } from '../../ui/row/ArchivedNotice.tsx'
import { tellFailed } from '../../ui/toast.tsx'
import { useOpenTasks } from '../useOpenTasks.tsx'

export type FormActions = {
  form: Form
  name: string
  onSend: () => void
  onStatus: (status: ChosenStatus) => void
  onVersions: () => void
  onCopy: () => void
  onDuplicate: () => void
  onLink: () => void
}

const icon = { size: 20, 'aria-hidden': true }

/** In the form's menu. */
export function FormChoices({ children, ...actions }: FormActions & { children: ReactNode }) {
  const { form, name, onSend, onStatus, onVersions, onCopy, onDuplicate, onLink } = actions
  const { t } = useTranslation()
  const { ask, sheet } = useOpenTasks()
  const choice = useRef<OpenTasksChosen>({ open_tasks: 'keep' })
  const remove = ({ id }: { id: number }) => api.forms.remove({ id, ...choice.current })
  const { archive } = useArchive('forms', { remove, restore: api.forms.restore }, '/forms')
  const { id, status, version } = form
  const opening = useOpening()
  const hasOthers = (useOwnCompanies() ?? []).some(company => company.id !== form.company_id)
  return (
    <>
      <Menu {...opening}>
        <Menu.Target>{children}</Menu.Target>
        <MenuList>
          {status === 'open' && (
            <>
              <Menu.Item component={PathLink} href={fillInPath(id)} leftSection={<IconPencil {...icon} />}>
                {t('forms.fillIn')}
              </Menu.Item>
              <Menu.Item leftSection={<IconSend {...icon} />} onClick={onSend}>
                {t('formEditor.sendAsTask')}
              </Menu.Item>
            </>
          )}
          {version !== null && (
            <Menu.Item
              component={PathLink}
              href={`/submission/filled?form_id=${id}`}
              leftSection={<IconClipboardText {...icon} />}
            >
              {t('formEditor.submissions')}
            </Menu.Item>
          )}
          <Menu.Item leftSection={<IconQrcode {...icon} />} onClick={onLink}>
            {t('publicLink.title')}
          </Menu.Item>
          <PdfItem
            wanted={{ kind: 'form', record_id: id, draft: true }}
            text={t('forms.printBlank')}
            icon={<IconPrinter {...icon} />}
            onSaved={() => opening.onChange(false)}
          />
          {version !== null && (
            <Menu.Item leftSection={<IconHistory {...icon} />} onClick={onVersions}>
              {t('formEditor.versions')}
            </Menu.Item>
          )}
          <Menu.Item leftSection={<IconCopy {...icon} />} onClick={onDuplicate}>
            {t('formEditor.duplicate')}
          </Menu.Item>
          {hasOthers && (
            <Menu.Item leftSection={<IconBuildingPlus {...icon} />} onClick={onCopy}>
              {t('forms.copyToCompany')}
            </Menu.Item>
          )}
          {status === 'open' && (
            <Menu.Item leftSection={<IconLockPause {...icon} />} onClick={() => onStatus('closing')}>
              {t('formEditor.startClosing')}
            </Menu.Item>
          )}
          {(status === 'open' || status === 'closing') && (
            <Menu.Item leftSection={<IconLock {...icon} />} onClick={() => onStatus('closed')}>
              {t('formEditor.close')}
            </Menu.Item>
          )}
          {(status === 'closed' || status === 'closing') && (
            <Menu.Item leftSection={<IconLockOpen {...icon} />} onClick={() => onStatus('open')}>
              {t('formEditor.open')}
            </Menu.Item>
          )}
          <ExportItem id={id} name={name} />
          <Can I="delete" a="Form" row={form}>
            <Menu.Item
              leftSection={<IconArchive {...icon} />}
              onClick={() =>
                ask([id], chosen => {
                  choice.current = chosen
                  archive({ id, name })
                })
              }
            >
              {t('common.archive')}
            </Menu.Item>
          </Can>
        </MenuList>
      </Menu>
      {sheet}
    </>
  )
}

/** In the menu of a form: its draft as an XLSForm. */
function ExportItem({ id, name }: { id: number; name: string }) {
  const { t } = useTranslation()
  const exporting = useMutation({
    mutationFn: () => api.forms.exportFile({ id }),
    onSuccess: file => saveFile(file, filenameOf(name, '.xlsx')),
    onError: error => tellFailed(errorText(error, t)),
  })
  return (
    <Menu.Item leftSection={<IconFileExport size={20} />} onClick={() => exporting.mutate()}>
      {t('xlsform.export')}
    </Menu.Item>
  )
}

type Props = { wanted: WantedPdf; text: string; icon: ReactNode; onSaved: () => void }

/**
 * In a menu: has something made as a PDF, says how far that is while the menu stays open, and saves it. `onSaved`
 * closes the menu.
 */
export function PdfItem({ wanted, text, icon, onSaved }: Props) {
  const { save, step } = usePdf()
  return (
    <Menu.Item leftSection={icon} closeMenuOnClick={false} onClick={() => save(wanted, onSaved)}>
      <span aria-live="polite">{step ?? text}</span>
    </Menu.Item>
  )
}
