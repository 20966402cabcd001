import { useEffect, useState } from 'react'
import { drawPicture } from '../../answers/photos/drawPicture.ts'
import { keepProofPhoto, type ProofPhoto, proofPhotos, removeProofPhoto } from './proofs.ts'

export type ShownPhoto = { uuid: string; url: string }

export type ProofPhotos = {
  taken: readonly ShownPhoto[]
  /** Keeps a picture. Throws where it is none that this device can read. */
  add: (file: File) => Promise<void>
  remove: (uuid: string) => void
}

/** The photos of an occurrence that this device keeps, each with an address to be shown at. */
export function useProofPhotos(userId: number, sentId: number): ProofPhotos {
  const [taken, setTaken] = useState<readonly ShownPhoto[]>([])
  useEffect(() => {
    let shown: ShownPhoto[] = []
    let isOver = false
    void proofPhotos(userId, sentId).then(found => {
      if (isOver) return
      shown = found.map(shownOf)
      setTaken(now => [...shown, ...now])
    })
    return () => {
      isOver = true
      for (const { url } of shown) URL.revokeObjectURL(url)
    }
  }, [userId, sentId])

  return {
    taken,
    async add(file) {
      const stem = file.name.replace(/\.[^.]*$/, '').slice(0, 190) || 'photo'
      const photo = await keepProofPhoto(userId, sentId, `${stem}.jpg`, await drawPicture(file))
      setTaken(now => [...now, shownOf(photo)])
    },
    remove(uuid) {
      setTaken(now => now.filter(photo => photo.uuid !== uuid))
      void removeProofPhoto(userId, uuid)
    },
  }
}

const shownOf = ({ uuid, bytes, content_type }: ProofPhoto): ShownPhoto => ({
  uuid,
  url: URL.createObjectURL(new Blob([bytes], { type: content_type })),
})
