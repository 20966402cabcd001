import type { FileReference } from '#shared/forms/answers/answers.ts'
import type { Draft } from '../draft/Draft.ts'
import type { PhotoRow } from '../draft/rows.ts'

/** Changes the files of an answer as they are at that moment; `photo` is to be kept with them. */
export type ChangeFiles = (change: (files: FileReference[]) => FileReference[], photo?: PhotoRow) => void

/**
 * Adds a picture to an answer at once and, when it is kept, the one that is drawn in its place. Throws where it is none that this device
 * can read. `edge` is the longest that the form wants of it.
 */
export async function keepPhoto(
  file: File,
  draft: Draft,
  key: string,
  onChange: ChangeFiles,
  edge?: number,
): Promise<void> {
  // Whoever takes no pictures need not fetch how they are drawn.
  const { drawnName, drawPhoto, takePhoto } = await import('./takePhoto.ts')
  const taken = await takePhoto(file, draft.entry.uuid, key)
  onChange(now => [...now, { uuid: taken.uuid, name: drawnName(taken), added_at: taken.taken_at }], taken)
  await draft.writer.flush()
  try {
    const photo = await drawPhoto(taken, edge)
    onChange(now => now, photo)
  } catch (error) {
    onChange(now => now.filter(({ uuid }) => uuid !== taken.uuid))
    throw error
  }
}
