import { api } from '../../api.ts'
import { currentUser } from '../../lib/session/session.ts'
import { findPicture, type KeptPicture, keepPictures } from './keepPictures.ts'

/**
 * A picture of a form as the signed-in person keeps it on this device, fetched where it is not here yet; undefined
 * where there is none.
 */
export async function fetchPicture(formId: number, uuid: string): Promise<KeptPicture | undefined> {
  const userId = currentUser()?.id
  if (userId === undefined) return undefined
  const found = await findPicture(userId, uuid)
  if (found || !formId) return found
  const { pictures } = await api.forms.get({ id: formId })
  await keepPictures(
    userId,
    pictures.filter(picture => picture.uuid === uuid),
  )
  return findPicture(userId, uuid)
}
