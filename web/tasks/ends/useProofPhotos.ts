import { useEffect, useRef, useState } from 'react'
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
  /** The addresses of all that are shown: what stands behind one stays in memory until it is let go. */
  const urls = useRef(new Map<string, string>())
  useEffect(() => {
    let isOver = false
    void proofPhotos(userId, sentId).then(found => {
      if (isOver) return
      const kept = found.map(photo => shown(photo, urls.current))
      setTaken(now => [...kept, ...now])
    })
    const { current } = urls
    return () => {
      isOver = true
      for (const url of current.values()) URL.revokeObjectURL(url)
      current.clear()
    }
  }, [userId, sentId])

  return {
    taken,
    async add(file) {
      const stem = file.name.replace(/\.[^.]*$/, '').slice(0, 190) || 'photo'
      const photo = await keepProofPhoto(userId, sentId, `${stem}.jpg`, await drawPicture(file))
      const kept = shown(photo, urls.current)
      setTaken(now => [...now, kept])
    },
    remove(uuid) {
      setTaken(now => now.filter(photo => photo.uuid !== uuid))
      URL.revokeObjectURL(urls.current.get(uuid) ?? '')
      urls.current.delete(uuid)
      void removeProofPhoto(userId, uuid)
    },
  }
}

function shown({ uuid, bytes, content_type }: ProofPhoto, urls: Map<string, string>): ShownPhoto {
  const url = URL.createObjectURL(new Blob([bytes], { type: content_type }))
  urls.set(uuid, url)
  return { uuid, url }
}
