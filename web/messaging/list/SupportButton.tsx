import { ActionIcon } from '@mantine/core'
import { IconHelp } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { api } from '../../api.ts'
import styles from './SupportButton.module.css'

/** On small screens of managers: opens the one thread with the support line (specification, section 1). */
export function SupportButton() {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const open = useMutation({
    mutationFn: () => api.messaging.create({ type: 'support' }),
    onSuccess: ({ id }) => void navigate({ to: '/messaging', search: { conversation: id } as never }),
  })
  return (
    <ActionIcon
      className={styles.button}
      size={52}
      radius="xl"
      loading={open.isPending}
      aria-label={t('messaging.supportChat')}
      title={t('messaging.supportChat')}
      onClick={() => open.mutate()}
    >
      <IconHelp size={24} />
    </ActionIcon>
  )
}
