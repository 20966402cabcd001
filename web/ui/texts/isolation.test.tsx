/** People write in any script: what they wrote keeps its direction, and leaves what stands beside it where it is. */
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { createMemoryHistory, createRootRoute, createRouter, RouterContextProvider } from '@tanstack/react-router'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { show } from '../../lib/componentTest.tsx'
import { type Column, DataTable } from '../list/DataTable.tsx'
import { FieldList } from '../row/FieldList.tsx'
import { JoinedTexts } from './ContentText.tsx'

const router = createRouter({ routeTree: createRootRoute(), history: createMemoryHistory() })

type Row = { id: number; name: string; people: string[] }
const columns: Column<Row>[] = [
  { key: 'name', title: 'Name', cell: row => row.name },
  { key: 'people', title: 'People', cell: row => <JoinedTexts texts={row.people} between=", " /> },
]
const rows: Row[] = [
  { id: 1, name: 'حظيرة 1 (كبيرة)', people: ['محمد', 'مريم'] },
  { id: 2, name: 'Barn 1 (large)', people: ['Tom', 'Anna'] },
]
const list = {
  page: { data: rows, meta: { total: 2, page: 1, per_page: 25, last_page: 1 } },
  search: {},
  change: () => undefined,
  isStale: false,
  error: null,
  retry: () => undefined,
} as unknown as Parameters<typeof DataTable<Row>>[0]['list']

const pageOf = (dir: 'ltr' | 'rtl') => (
  <QueryClientProvider client={new QueryClient()}>
    <RouterContextProvider router={router}>
      <div dir={dir}>
        <DataTable label="Barns" list={list} columns={columns} href={row => `/${row.id}`} empty={null} />
        <FieldList
          fields={[
            { label: 'Note', value: 'مريضة (3 أيام).' },
            { label: 'Place', value: 'Shed 2 [old].' },
          ]}
        />
      </div>
    </RouterContextProvider>
  </QueryClientProvider>
)

/** Where a piece of text is drawn. */
function drawnAt(text: string): DOMRect {
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const at = node.nodeValue?.indexOf(text) ?? -1
    if (at === -1) continue
    const range = document.createRange()
    range.setStart(node, at)
    range.setEnd(node, at + text.length)
    return range.getBoundingClientRect()
  }
  throw new Error(`“${text}” is not shown.`)
}
const isLeftOf = (one: string, other: string) => drawnAt(one).right <= drawnAt(other).left + 1

test('an Arabic name in an English list reads from the right, and names stand in the order of the page', async () => {
  await show(pageOf('ltr'))
  await expect.element(page.getByRole('table')).toBeVisible()
  // Inside the name the number stands left of its word, and its bracket at its own end.
  expect(isLeftOf('كبيرة)', 'حظيرة')).toBe(true)
  expect(isLeftOf('محمد', 'مريم')).toBe(true)
  expect(isLeftOf('أيام).', 'مريضة')).toBe(true)
})

test('an English name on an Arabic page reads from the left, and names stand in the order of the page', async () => {
  await show(pageOf('rtl'))
  await expect.element(page.getByRole('table')).toBeVisible()
  expect(isLeftOf('Barn 1', '(large)')).toBe(true)
  // The last bracket closes the name, and does not begin the line.
  expect(isLeftOf('[old', '].')).toBe(true)
  expect(isLeftOf('Anna', 'Tom')).toBe(true)
})
