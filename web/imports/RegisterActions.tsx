import { Button, Menu } from '@mantine/core'
import { IconDownload, IconFileImport, IconFiles, IconNotebook } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { exportFormats } from '#shared/exports/options.ts'
import { registry, type SubjectNoun, subjectTypes } from '#shared/subjects/registry.ts'
import { useAbility } from '../lib/ability.tsx'
import { saveFile } from '../lib/saveFile.ts'
import type { List } from '../ui/list/useList.ts'
import { tellProblem } from '../ui/toast.tsx'
import { registerExportsApi } from './registerExportsApi.ts'

/** What narrows a list to fewer rows; pages and order are the reader's own. */
const notNarrowing = new Set(['page', 'per_page', 'sort', 'view', 'columns'])

type Props<Row> = { noun: SubjectNoun; list: List<Row> }

/** What else can be done with a whole register: bring a file in, or take out what the list is narrowed to. */
export function RegisterActions<Row>({ noun, list }: Props<Row>) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const can = useAbility()
  const type = subjectTypes.find(one => registry[one].noun === noun) ?? 'animal'
  const { subject } = registry[type]
  const filters = new URLSearchParams(
    Object.entries(list.search).flatMap(([name, value]) =>
      notNarrowing.has(name) || value === undefined ? [] : [[name, String(value)]],
    ),
  ).toString()
  const exporting = useMutation({
    mutationFn: (format: (typeof exportFormats)[number]) => registerExportsApi.stream({ type, format, filters }),
    onSuccess: (content, format) => saveFile(content, `${t(`${noun}.title`)}.${format}`),
    onError: error => void tellProblem(error),
  })
  return (
    <Menu position="bottom-end" withinPortal>
      <Menu.Target>
        <Button variant="default" leftSection={<IconFiles size={20} aria-hidden />} loading={exporting.isPending}>
          {t('imports.more')}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {can('create', subject) && (
          <Menu.Item
            leftSection={<IconFileImport size={18} aria-hidden />}
            onClick={() => navigate({ href: `/import/${type}` })}
          >
            {t('imports.open')}
          </Menu.Item>
        )}
        {exportFormats.map(format => (
          <Menu.Item
            key={format}
            leftSection={<IconDownload size={18} aria-hidden />}
            onClick={() => exporting.mutate(format)}
          >
            {t(`imports.export.${format}`)}
          </Menu.Item>
        ))}
        {(type === 'animal' || type === 'animal_group') && can('read', 'Animal') && (
          <Menu.Item
            leftSection={<IconNotebook size={18} aria-hidden />}
            onClick={() => navigate({ href: '/animals/books' })}
          >
            {t('books.title')}
          </Menu.Item>
        )}
      </Menu.Dropdown>
    </Menu>
  )
}
