import { Node } from '@tiptap/core'

/** A picture of a guide in the editor, on a line of its own; only what lies in the store is one. */
export const pictureNode = Node.create({
  name: 'image',
  group: 'block',
  atom: true,
  draggable: true,
  addAttributes: () => ({ src: { default: '' }, alt: { default: '' } }),
  parseHTML: () => [{ tag: 'img[src^="/storage/"]' }],
  renderHTML: ({ HTMLAttributes }) => ['img', HTMLAttributes],
  markdownTokenName: 'image',
  parseMarkdown(token, helpers) {
    const { href = '', text = '' } = token as { href?: string; text?: string }
    return helpers.createNode('image', { src: href.startsWith('/storage/') ? href : '', alt: text })
  },
  renderMarkdown: ({ attrs }) => `![${said(attrs?.alt)}](${attrs?.src ?? ''})`,
})

/** Brackets would end the words too early. */
const said = (words: unknown) => String(words ?? '').replace(/[[\]\n]/g, ' ')
