/**
 * The popup of a new message (specification, section 2): who wrote, what, how much is new and when. Not for the conversation that is open,
 * and not for the same notice twice within five seconds; a later one of the same conversation takes the place of the earlier.
 */
import i18next from 'i18next'
import { sameNoticeFor } from '#shared/messaging/limits.ts'
import type { Notification } from '#shared/messaging/shapes.ts'
import { queryClient } from '../lib/queryClient.ts'
import { playNotice } from '../lib/sound.ts'
import { messagingApi } from './api.ts'
import { isOpenNow } from './openConversation.ts'
import { isQuietNow } from './quiet.ts'

const told = new Map<string, number>()

/** Whether the same was told a moment ago. */
function isRepeated({ conversation_id, created_at, message_text }: Notification, now: number): boolean {
  for (const [key, at] of told) if (now - at >= sameNoticeFor) told.delete(key)
  const key = JSON.stringify([conversation_id, created_at, message_text])
  if (told.has(key)) return true
  told.set(key, now)
  return false
}

/** In Hungarian, as the specification has it, where a notice has no text. */
const withoutText = 'Új üzenet'

export async function tellOfMessage(payload: unknown): Promise<void> {
  const notice = payload as Notification
  if (typeof notice?.conversation_id !== 'number') return
  if (!notice.is_urgent && isRepeated(notice, Date.now())) return
  if (isOpenNow(notice.conversation_id)) return
  if (notice.is_muted && !notice.is_mention && !notice.is_urgent) return
  const preferences = await queryClient.fetchQuery(messagingApi.preferences.query()).catch(() => null)
  if (isQuietNow(preferences, new Date()) && !notice.is_urgent) return
  const [{ toast }, { MessageNotice }] = await Promise.all([
    import('react-toastify/unstyled'),
    import('./MessageNotice.tsx'),
  ])
  const toastId = `conversation ${notice.conversation_id}`
  const shown = {
    ...notice,
    message_text: notice.message_text || (notice.attachment_count > 0 ? attachmentsIn(notice) : withoutText),
  }
  const content = ({ closeToast }: { closeToast: () => void }) => <MessageNotice notice={shown} onOpen={closeToast} />
  if (toast.isActive(toastId)) toast.update(toastId, { render: content, autoClose: 8_000 })
  else toast(content, { toastId, autoClose: 8_000, closeOnClick: false, icon: false })
  if (preferences?.has_sound !== false) playNotice()
}

const attachmentsIn = ({ attachment_count }: Notification) =>
  i18next.t('messaging.attachments', { count: attachment_count })
