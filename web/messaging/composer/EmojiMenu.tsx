import { ActionIcon, Menu } from '@mantine/core'
import { IconMoodSmile } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { reactionEmojis } from '#shared/messaging/rules.ts'
import { MenuList } from '../../ui/menu/MenuList.tsx'
import styles from './Composer.module.css'

const emojis = [...reactionEmojis, '🙂', '🐄', '🐑', '🐖', '🐔', '🐎', '🚜', '🚚', '☀️', '🌧️', '❄️', '🎉']

/** Signs and whole sentences for those who write with gloves on. */
export function EmojiMenu({ phrases, onPick }: { phrases: string[]; onPick: (text: string) => void }) {
  const { t } = useTranslation()
  return (
    <Menu position="top-start" width={280} returnFocus={false}>
      <Menu.Target>
        <ActionIcon variant="subtle" size={44} aria-label={t('messaging.emoji')} title={t('messaging.emoji')}>
          <IconMoodSmile size={20} />
        </ActionIcon>
      </Menu.Target>
      <MenuList>
        <div className={styles.emojis}>
          {emojis.map(emoji => (
            <Menu.Item key={emoji} className={styles.emoji} onClick={() => onPick(emoji)}>
              {emoji}
            </Menu.Item>
          ))}
        </div>
        <Menu.Label>{t('messaging.phrases')}</Menu.Label>
        {phrases.map(phrase => (
          <Menu.Item key={phrase} onClick={() => onPick(phrase)}>
            {phrase}
          </Menu.Item>
        ))}
      </MenuList>
    </Menu>
  )
}
