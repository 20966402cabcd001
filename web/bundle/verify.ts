/**
 * `verify.html` of a bundle: checks it by itself, without network and without tend. Built into one file by
 * `scripts/verifyPagePlugin.ts`.
 */
import { directionOf, type Locale, languages, toLocale } from '#shared/lib/language.ts'
import { type BundleChecked, checkBundle } from '#shared/sealing/bundle/check.ts'
import { filesOf } from '#shared/sealing/bundle/files.ts'
import { webMeans } from '#shared/sealing/link.ts'
import { byId, make, resultOf, speaking } from './result.ts'

type State = { locale: Locale; progress: number | null; result: BundleChecked | 'not read' | null }

const state: State = { locale: toLocale(navigator.language), progress: null, result: null }
/** Only the last thing that was chosen is shown. */
let turn = 0

function show() {
  const { locale, progress, result } = state
  const { t } = speaking(locale)
  document.documentElement.lang = locale
  document.documentElement.dir = directionOf(locale)
  document.title = t('bundle.title').textContent ?? ''
  byId('title').replaceChildren(t('bundle.title'))
  byId('text').replaceChildren(t('bundle.text'))
  byId('language-label').replaceChildren(t('bundle.language'))
  byId('choose').replaceChildren(t('bundle.choose'))
  byId('folder').replaceChildren(t('bundle.folder'))
  byId('drop').replaceChildren(t('bundle.drop'))
  const percent = new Intl.NumberFormat(locale).format(Math.round((progress ?? 0) * 100))
  byId('progress').replaceChildren(...(progress === null ? [] : [t('bundle.checking', { percent })]))
  byId('result').replaceChildren(
    ...(result === 'not read' ? [make('p', { class: 'notice stop' }, t('bundle.notRead'))] : []),
    ...(result && result !== 'not read' ? resultOf(result, locale) : []),
  )
}

async function check(files: Promise<{ path: string; file: Blob }[]>) {
  const mine = ++turn
  const change = (changes: Partial<State>) => {
    if (mine !== turn) return
    Object.assign(state, changes)
    show()
  }
  const chosen = await files
  if (chosen.length === 0) return
  change({ progress: 0, result: null })
  try {
    const result = await checkBundle(await filesOf(chosen), webMeans, (done, total) =>
      change({ progress: total > 0 ? done / total : 1 }),
    )
    change({ progress: null, result })
  } catch {
    change({ progress: null, result: 'not read' })
  }
}

const select = byId('language') as HTMLSelectElement
select.replaceChildren(...languages.map(({ locale, name }) => make('option', { value: locale, lang: locale }, name)))
select.value = state.locale
select.addEventListener('change', () => {
  state.locale = toLocale(select.value)
  show()
})
picked(document, files => void check(files))
show()

/** What somebody chose or dropped, with its path where a folder has one. */
type Picked = { path: string; file: Blob }[]

/** Hears of files that are chosen by one of the page's inputs or dropped anywhere. */
function picked(page: Document, hear: (files: Promise<Picked>) => void): void {
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
