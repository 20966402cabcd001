import { useEffect, useState } from 'react'

type Picture = { picture?: ImageBitmap; isUnreadable: boolean }

/** The picture in a file, turned the way it was taken; or that the browser cannot read it. */
export function usePicture(file: File): Picture {
  const [state, setState] = useState<Picture>({ isUnreadable: false })
  useEffect(() => {
    let isGone = false
    createImageBitmap(file).then(
      picture => (isGone ? picture.close() : setState({ picture, isUnreadable: false })),
      () => !isGone && setState({ isUnreadable: true }),
    )
    return () => {
      isGone = true
    }
  }, [file])
  return state
}
