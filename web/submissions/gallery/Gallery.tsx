import { createContext, type ReactNode, useContext, useState } from 'react'
import { lazyPart } from '../../ui/lazyPart.tsx'
import type { GalleryPhoto } from './galleryPhotos.ts'

const Lightbox = lazyPart(() => import('./Lightbox.tsx').then(part => part.Lightbox))

const Opening = createContext<((uuid: string) => void) | null>(null)

/** Opens a photo among all others of the submission; null outside of one. */
export const useGallery = () => useContext(Opening)

/** Around what shows photos: each opens large, and the others are a key or a swipe away. */
export function Gallery({ photos, children }: { photos: () => GalleryPhoto[]; children: ReactNode }) {
  const [opened, setOpened] = useState<string>()
  return (
    <Opening value={setOpened}>
      {children}
      {opened !== undefined && <Lightbox photos={photos()} first={opened} onClosed={() => setOpened(undefined)} />}
    </Opening>
  )
}
