import { useEffect, useState } from 'react'
import { PhotoThumb } from '../../../ui/PhotoThumb.tsx'
import { type Door, passFile } from '../askPass.ts'

/** A photo of an answer, loaded once however often the list is read again. */
export function AnswerPhoto({ name, address, door }: { name: string; address: string; door: Door }) {
  const [src, setSrc] = useState<string>()
  // The signature in the address changes, the file does not.
  const path = address.split('/').slice(4).join('/')
  // biome-ignore lint/correctness/useExhaustiveDependencies: another signature is the same photo
  useEffect(() => {
    let [isLeft, made] = [false, '']
    passFile(door.address, address).then(
      content => {
        if (isLeft) return
        made = URL.createObjectURL(content)
        setSrc(made)
      },
      () => undefined,
    )
    return () => {
      isLeft = true
      URL.revokeObjectURL(made)
    }
  }, [path, door.address])
  return src ? <PhotoThumb src={src} alt={name} size={88} /> : <bdi>{name}</bdi>
}
