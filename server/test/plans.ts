/** What a call sends to the database, and how PostgreSQL goes about it. */
import type { FastifyInstance } from 'fastify'
import { Client } from 'pg'
import { expect, vi } from 'vitest'

export type Node = {
  'Node Type': string
  'Relation Name'?: string
  'Index Name'?: string
  'Actual Rows'?: number
  Plans?: Node[]
}

/** A plan's node with all below it. */
export const nodesOf = (node: Node): Node[] => [node, ...(node.Plans ?? []).flatMap(nodesOf)]

export type Statement = { text: string; values: unknown[] }

/** The answer of a call, and the queries of rows of these tables that it sent on the way. */
export async function askHearing(app: FastifyInstance, path: string, token: string, tables: string[]) {
  const heard: Statement[] = []
  const query = vi.spyOn(Client.prototype, 'query')
  const { statusCode, body } = await app.inject({
    url: `/api${path}`,
    headers: { authorization: `Bearer ${token}` },
  })
  for (const [sent, values] of query.mock.calls as unknown as [
    string | { text: string; values?: unknown[] },
    unknown[]?,
  ][]) {
    const statement =
      typeof sent === 'string' ? { text: sent, values: values ?? [] } : { values: values ?? [], ...sent }
    if (/^\s*select[^(]* from /i.test(statement.text) || / from "/.test(statement.text))
      heard.push({ text: statement.text, values: statement.values ?? values ?? [] })
  }
  query.mockRestore()
  expect(statusCode, body).toBe(200)
  return {
    body: JSON.parse(body),
    statements: heard.filter(({ text }) => tables.some(name => text.includes(`"${name}"`))),
  }
}

/** Which of the statements read one of these tables from end to end, or sort more rows than that. */
export async function faultsOf(
  client: Client,
  statements: Statement[],
  { tables, mostSorted }: { tables: string[]; mostSorted: number },
): Promise<string[]> {
  const faults: string[] = []
  for (const { text, values } of statements) {
    const { rows } = await client.query({
      text: `explain (analyze, costs off, timing off, format json) ${text}`,
      values,
    })
    for (const node of nodesOf(rows[0]['QUERY PLAN'][0].Plan)) {
      if (node['Node Type'] === 'Seq Scan' && tables.includes(node['Relation Name'] ?? ''))
        faults.push(`reads ${node['Relation Name']} whole: ${text}`)
      const sorted = node['Node Type'].includes('Sort') ? (node.Plans?.[0]?.['Actual Rows'] ?? 0) : 0
      if (sorted > mostSorted) faults.push(`sorts ${sorted} rows: ${text}`)
    }
  }
  return faults
}
