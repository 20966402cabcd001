import { Button, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import styles from '../Entrance.module.css'
import { EntranceCard } from '../EntranceCard.tsx'
import { UnsentLink } from '../PeopleOfDevice.tsx'

/** After the own account was deleted. */
export function DeletedPage() {
  const { t } = useTranslation()
  return (
    <EntranceCard title={t('auth.deleted.title')}>
      <Text mt="xs">{t('auth.deleted.text')}</Text>
      <UnsentLink />
      <div className={styles.actions}>
        <Button component="a" href="/auth/login" variant="default" size="lg" fullWidth>
          {t('common.notFound.signIn')}
        </Button>
      </div>
    </EntranceCard>
  )
}
