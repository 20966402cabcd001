import type { JSONContent } from '@tiptap/core'
import { api } from '../../api.ts'

/** Sends a file for a guide; what the editor puts there for it: a picture, or a line that names a file or a video. */
export async function sendFile(file: File): Promise<JSONContent[]> {
  const { path, name, content_type } = await api.files.create({}, { files: { file } })
  const href = `/storage/${path}`
  if (content_type.startsWith('image/'))
    return [{ type: 'image', attrs: { src: href, alt: '' } }, { type: 'paragraph' }]
  const words = { type: 'text', text: name, marks: [{ type: 'link', attrs: { href } }] }
  return [{ type: 'paragraph', content: [words] }, { type: 'paragraph' }]
}
