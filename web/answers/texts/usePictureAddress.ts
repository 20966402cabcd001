import { createContext, useContext, useEffect, useState } from 'react'
import type { KeptPicture } from './keepPictures.ts'

/** Where a picture of a form comes from: from among what the signed-in person keeps, unless the screen around the form says otherwise. */
export const PictureSource = createContext<(formId: number, uuid: string) => Promise<KeptPicture | undefined>>(
  async (formId, uuid) => (await import('./fetchPicture.ts')).fetchPicture(formId, uuid),
)

/** Where a picture of a form can be shown from; undefined while that is not known, and where it is not to be had. */
export function usePictureAddress(formId: number, uuid: string | undefined): string | undefined {
  const find = useContext(PictureSource)
  const [address, setAddress] = useState<string>()
  useEffect(() => {
    if (uuid === undefined) return
    let made: string | undefined
    let isOver = false
    find(formId, uuid).then(
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
  }, [find, formId, uuid])
  return address
}
