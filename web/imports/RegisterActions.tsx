import { Button } from '@mantine/core'
import { IconFiles } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import type { ExportFormat } from '#shared/lib/fileKinds.ts'
import { registry, type SubjectFeature, subjectTypes } from '#shared/subjects/registry.ts'
import { api } from '../api.ts'
import { saveFile } from '../lib/saveFile.ts'
import type { List } from '../ui/list/useList.ts'
import { MenuButton } from '../ui/menu/MenuButton.tsx'
import { tellProblem } from '../ui/toast.tsx'

const load = () => import('./RegisterChoices.tsx').then(part => part.RegisterChoices)

/** What narrows a list to fewer rows; pages and order are the reader's own. */
const notNarrowing = new Set(['page', 'per_page', 'sort', 'view', 'columns'])

type Props<Row> = { feature: SubjectFeature; list: List<Row> }

/** What else can be done with a whole register: bring a file in, or take out what the list is narrowed to. */
export function RegisterActions<Row>({ feature, list }: Props<Row>) {
  const { t } = useTranslation()
  const type = subjectTypes.find(one => registry[one].feature === feature) ?? 'animal'
  const filters = new URLSearchParams(
    Object.entries(list.search).flatMap(([name, value]) =>
      notNarrowing.has(name) || value === undefined ? [] : [[name, String(value)]],
    ),
  ).toString()
  const exporting = useMutation({
    mutationFn: (format: ExportFormat) => api.registerExports.stream({ type, format, filters }),
    onSuccess: (content, format) => saveFile(content, `${t(`${feature}.title`)}.${format}`),
    onError: error => void tellProblem(error),
  })
  return (
    <MenuButton load={load} menu={{ type, onExport: exporting.mutate }}>
      <Button variant="default" leftSection={<IconFiles size={20} />} loading={exporting.isPending}>
        {t('imports.more')}
      </Button>
    </MenuButton>
  )
}
