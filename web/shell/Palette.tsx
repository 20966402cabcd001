import '@mantine/spotlight/styles.layer.css'
import { Spotlight, spotlight } from '@mantine/spotlight'
import { IconSearch } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { usePlaces } from './navigation.ts'
import styles from './Palette.module.css'

/** Type where you want to go. Each wish opens it once. */
export function Palette({ wishes }: { wishes: number }) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const groups = usePlaces()

  // biome-ignore lint/correctness/useExhaustiveDependencies: another wish is what opens it again
  useEffect(() => spotlight.open(), [wishes])

  return (
    <Spotlight
      shortcut={null}
      scrollable
      maxHeight="60vh"
      overlayProps={{ backgroundOpacity: 0.35, blur: 0 }}
      classNames={{ actionsGroup: styles.group, search: styles.search }}
      nothingFound={t('shell.nothingFound')}
      searchProps={{
        'aria-label': t('shell.goTo'),
        placeholder: t('shell.goTo'),
        leftSection: <IconSearch size={20} aria-hidden />,
      }}
      actions={groups.map(group => ({
        group: t(`shell.groups.${group.name}`),
        actions: group.places.map(({ to, name, icon: Icon }) => ({
          id: to,
          label: t(`shell.places.${name}`),
          leftSection: <Icon size={20} aria-hidden />,
          onClick: () => navigate({ to }),
        })),
      }))}
    />
  )
}
