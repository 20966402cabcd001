import { useEffect, useState } from 'react'
import { api } from '../lib/api.ts'
import { useUser } from '../lib/session.ts'
import { findPicture, keepPictures } from './keepPictures.ts'

/** Where a picture of a form can be shown from; undefined while that is not known, and where it is not to be had. */
export function usePictureAddress(formId: number, uuid: string | undefined): string | undefined {
  const userId = useUser()?.id
  const [address, setAddress] = useState<string>()
  useEffect(() => {
    if (userId === undefined || uuid === undefined) return
    let made: string | undefined
    let isOver = false
    findOrBring(userId, formId, uuid).then(
      picture => {
        if (!picture || isOver) return
        made = URL.createObjectURL(new Blob([picture.bytes], { type: picture.type }))
        setAddress(made)
      },
      error => console.warn('A picture of the form is not at hand', error),
    )
    return () => {
      isOver = true
      if (made) URL.revokeObjectURL(made)
    }
  }, [userId, formId, uuid])
  return address
}

async function findOrBring(userId: number, formId: number, uuid: string) {
  const found = await findPicture(userId, uuid)
  if (found || !formId) return found
  const { pictures } = await api.forms.get({ id: formId })
  await keepPictures(
    userId,
    pictures.filter(picture => picture.uuid === uuid),
  )
  return findPicture(userId, uuid)
}
