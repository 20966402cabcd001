import { Menu } from '@mantine/core'
import { IconFileExport } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { filenameOf } from '#shared/lib/filename.ts'
import { api } from '../../api.ts'
import { errorText } from '../../lib/errorText.ts'
import { saveFile } from '../../lib/saveFile.ts'
import { tellFailed } from '../../ui/toast.tsx'

/** In the menu of a form: its draft as an XLSForm. */
export function ExportItem({ id, name }: { id: number; name: string }) {
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
