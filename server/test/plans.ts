/** What a call sends to the database, and how PostgreSQL goes about it. */
import type { FastifyInstance } from 'fastify'
import { Client } from 'pg'
import { expect, vi } from 'vitest'

export type Node = {
  'Node Type': string
  'Relation Name'?: string
  'Index Name'?: string
  'Actual Rows'?: number
  'Actual Loops'?: number
  'Rows Removed by Filter'?: number
  'Rows Removed by Index Recheck'?: number
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

/** `outside` is the platform's connection, for what the company's may not ask. */
type Limits = { tables: string[]; maxSorted: number; maxRead?: number; outside?: Client }

/** How many rows a node came upon, whether it kept them or not. */
export const rowsRead = (node: Node) =>
  ((node['Actual Rows'] ?? 0) + (node['Rows Removed by Filter'] ?? 0) + (node['Rows Removed by Index Recheck'] ?? 0)) *
  (node['Actual Loops'] ?? 1)

/** The nodes of plans that were looked at, by statement: a list counts its rows the same however they are sorted. */
export type Seen = Map<string, Node[]>

/**
 * Which of the statements read one of these tables from end to end or come upon more of its rows than that, or sort
 * more rows than that. `seen` keeps the plans for as long as the same person asks for the same rows.
 */
export async function faultsOf(
  client: Client,
  statements: Statement[],
  { tables, maxSorted, maxRead = Infinity, outside }: Limits,
  seen: Seen = new Map(),
): Promise<string[]> {
  const faults: string[] = []
  const planOf = async ({ text, values }: Statement): Promise<Node[]> => {
    const asked = { text: `explain (analyze, costs off, timing off, format json) ${text}`, values }
    // Who somebody is, is asked for without tenant isolation.
    const { rows } = await client.query(asked).catch((error: { code?: string }) => {
      if (error.code !== '42501' || !outside) throw error
      return outside.query(asked)
    })
    return nodesOf(rows[0]['QUERY PLAN'][0].Plan)
  }
  for (const statement of statements) {
    const { text } = statement
    const key = JSON.stringify(statement)
    const nodes = seen.get(key) ?? (await planOf(statement))
    seen.set(key, nodes)
    for (const node of nodes) {
      if (node['Node Type'] === 'Seq Scan' && tables.includes(node['Relation Name'] ?? ''))
        faults.push(`reads ${node['Relation Name']} whole: ${text}`)
      else if (tables.includes(node['Relation Name'] ?? '') && rowsRead(node) > maxRead)
        faults.push(`reads ${rowsRead(node)} rows of ${node['Relation Name']}: ${text}`)
      const sorted = node['Node Type'].includes('Sort') ? (node.Plans?.[0]?.['Actual Rows'] ?? 0) : 0
      if (sorted > maxSorted) faults.push(`sorts ${sorted} rows: ${text}`)
    }
  }
  return faults
}
