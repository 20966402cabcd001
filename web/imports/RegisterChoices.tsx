import { Menu } from '@mantine/core'
import { IconDownload, IconFileImport, IconNotebook } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { type ExportFormat, exportFormats } from '#shared/lib/fileKinds.ts'
import { registry, type SubjectType } from '#shared/subjects/registry.ts'
import { useAbility } from '../lib/ability.tsx'
import { MenuList } from '../ui/menu/MenuList.tsx'
import { useOpening } from '../ui/menu/menuState.ts'

type Props = { type: SubjectType; onExport: (format: ExportFormat) => void; children: ReactNode }

/** In the menu of a whole register. */
export function RegisterChoices({ type, onExport, children }: Props) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const can = useAbility()
  return (
    <Menu position="bottom-end" withinPortal {...useOpening()}>
      <Menu.Target>{children}</Menu.Target>
      <MenuList>
        {can('create', registry[type].subject) && (
          <Menu.Item leftSection={<IconFileImport size={18} />} onClick={() => navigate({ href: `/import/${type}` })}>
            {t('imports.open')}
          </Menu.Item>
        )}
        {exportFormats.map(format => (
          <Menu.Item key={format} leftSection={<IconDownload size={18} />} onClick={() => onExport(format)}>
            {t(`imports.export.${format}`)}
          </Menu.Item>
        ))}
        {(type === 'animal' || type === 'animal_group') && can('read', 'Animal') && (
          <Menu.Item leftSection={<IconNotebook size={18} />} onClick={() => navigate({ href: '/animals/books' })}>
            {t('books.title')}
          </Menu.Item>
        )}
      </MenuList>
    </Menu>
  )
}
