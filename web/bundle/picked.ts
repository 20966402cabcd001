/** What somebody chose or dropped, with its path where a folder has one. */
type Picked = { path: string; file: Blob }[]

/** Hears of files that are chosen by one of the page's inputs or dropped anywhere. */
export function picked(page: Document, hear: (files: Promise<Picked>) => void): void {
  for (const input of page.querySelectorAll<HTMLInputElement>('input[type=file]'))
    input.addEventListener('change', () => {
      hear(Promise.resolve(listed(input.files)))
      // The same may be chosen again, when it was mended.
      input.value = ''
    })
  page.addEventListener('dragover', event => event.preventDefault())
  page.addEventListener('drop', event => {
    event.preventDefault()
    const { dataTransfer } = event
    const entries = [...(dataTransfer?.items ?? [])].flatMap(item => item.webkitGetAsEntry() ?? [])
    const files = listed(dataTransfer?.files ?? null)
    hear(entries.some(entry => entry.isDirectory) ? inFolders(entries) : Promise.resolve(files))
  })
}

const listed = (files: FileList | null): Picked =>
  [...(files ?? [])].map(file => ({ path: file.webkitRelativePath || file.name, file }))

async function inFolders(entries: FileSystemEntry[]): Promise<Picked> {
  const found: Picked = []
  for (const entry of entries)
    if (entry.isDirectory) found.push(...(await inFolders(await childrenOf(entry as FileSystemDirectoryEntry))))
    else {
      const file = await new Promise<File>((done, failed) => (entry as FileSystemFileEntry).file(done, failed))
      found.push({ path: entry.fullPath.replace(/^\//, ''), file })
    }
  return found
}

/** They come a hundred at a time. */
async function childrenOf(folder: FileSystemDirectoryEntry): Promise<FileSystemEntry[]> {
  const reader = folder.createReader()
  const children: FileSystemEntry[] = []
  for (;;) {
    const some = await new Promise<FileSystemEntry[]>((done, failed) => reader.readEntries(done, failed))
    if (some.length === 0) return children
    children.push(...some)
  }
}
