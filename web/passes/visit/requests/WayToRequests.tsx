import { Button } from '@mantine/core'
import { IconFileSearch } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../../lib/format.ts'
import { useRequests } from './RequestsProvider.tsx'

/** The way to what the inspector asked for, with how much of it is open. */
export function WayToRequests() {
  const { t } = useTranslation()
  const format = useFormat()
  const { requests, waiting } = useRequests()
  const open = requests.filter(({ state }) => state === 'open').length + waiting.length
  return (
    <Button
      component="a"
      href="#requests"
      variant="default"
      leftSection={<IconFileSearch size={20} aria-hidden />}
      rightSection={
        open > 0 ? `${t('passes.requests.states.open')}${t('common.colon')} ${format.number(open)}` : undefined
      }
    >
      {t('passes.requests.title')}
    </Button>
  )
}
