import { Button } from '@mantine/core'
import { IconDownload, IconFiles } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import type { ExportFormat } from '#shared/lib/fileKinds.ts'
import { registry, type SubjectFeature, type SubjectType, subjectTypes } from '#shared/subjects/registry.ts'
import { api } from '../api.ts'
import { saveFile } from '../lib/saveFile.ts'
import { useNamedAtSite } from '../locations/siteQueries.ts'
import type { List } from '../ui/list/useList.ts'
import { MenuButton } from '../ui/menu/MenuButton.tsx'
import { tellProblem } from '../ui/toast.tsx'

const load = () => import('./RegisterChoices.tsx').then(part => part.RegisterChoices)

/** What narrows a list to fewer rows; pages and order are the reader's own. */
const notNarrowing = new Set(['page', 'per_page', 'sort', 'view', 'columns'])

type ActionsProps<Row> = { feature: SubjectFeature; list: List<Row> }

/** What else can be done with a whole register: bring a file in, or take out what the list is narrowed to. */
export function RegisterActions<Row>({ feature, list }: ActionsProps<Row>) {
  const { t } = useTranslation()
  const type = subjectTypes.find(one => registry[one].feature === feature) ?? 'animal'
  const fetchFile: FetchFile = (wanted, options) => api.registerExports.stream({ type, ...wanted }, options)
  return <ExportButton list={list} title={t(`${feature}.title`)} fetchFile={fetchFile} type={type} />
}

type Wanted = { format: ExportFormat; filters: string }
type FetchFile = (wanted: Wanted, options: { site: number | null }) => Promise<Blob>

type Props<Row> = {
  list: List<Row>
  /** The name of the file. */
  title: string
  fetchFile: FetchFile
  /** The register, whose menu has more than the export. */
  type?: SubjectType
}

/** Exports the rows that a list is narrowed to, in their order of time. */
export function ExportButton<Row>({ list, title, fetchFile, type }: Props<Row>) {
  const { t } = useTranslation()
  const filters = new URLSearchParams(
    Object.entries(list.search).flatMap(([name, value]) =>
      notNarrowing.has(name) || value === undefined ? [] : [[name, String(value)]],
    ),
  ).toString()
  const namedAtSite = useNamedAtSite()
  const exporting = useMutation({
    mutationFn: (format: ExportFormat) => fetchFile({ format, filters }, { site: list.site }),
    onSuccess: (content, format) => saveFile(content, `${namedAtSite(title)}.${format}`),
    onError: error => void tellProblem(error),
  })
  return (
    <MenuButton load={load} menu={{ type, onExport: exporting.mutate }}>
      <Button
        variant="default"
        leftSection={type ? <IconFiles size={20} /> : <IconDownload size={20} />}
        loading={exporting.isPending}
      >
        {t(type ? 'imports.more' : 'exports.open')}
      </Button>
    </MenuButton>
  )
}
