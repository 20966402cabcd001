/** Fields of an X.509 certificate that decide whether it may sign a time stamp. */
import { derOf, type Node, oidOf, partAt, partsOf, placed, tags, timeOf } from './der.ts'

export type Certificate = {
  whole: Uint8Array<ArrayBuffer>
  serial: Uint8Array<ArrayBuffer>
  issuer: Uint8Array<ArrayBuffer>
  /** Its common name. */
  name: string
  from: Date
  to: Date
  /** Its public key, SPKI. */
  key: Node
  /** True when it is for time stamps and nothing else, as RFC 3161 demands. */
  isForStamps: boolean
}

const oids = { commonName: '2.5.4.3', organization: '2.5.4.10', use: '2.5.29.37', stamping: '1.3.6.1.5.5.7.3.8' }

export function certificateOf(node: Node): Certificate {
  const all = partsOf(partAt(partsOf(node), 0, tags.sequence))
  // The version precedes the rest, unless it is the first.
  const parts = all[0]?.tag === placed(0) ? all.slice(1) : all
  const [from, to] = partsOf(partAt(parts, 3, tags.sequence))
  if (!from || !to) throw new Error('The certificate is valid at no time.')
  const extensions = parts.find(({ tag }) => tag === placed(3))
  return {
    whole: node.whole,
    serial: partAt(parts, 0, tags.integer).content,
    issuer: partAt(parts, 2, tags.sequence).whole,
    name: nameOf(partAt(parts, 4, tags.sequence)),
    ...{ from: timeOf(from), to: timeOf(to) },
    key: partAt(parts, 5, tags.sequence),
    isForStamps: extensions !== undefined && usesOf(extensions).join() === oids.stamping,
  }
}

function nameOf(subject: Node): string {
  const found = new Map(
    partsOf(subject).flatMap(set =>
      partsOf(set).map(one => {
        const [type, value] = partsOf(one)
        if (!type || !value) throw new Error('The name is empty.')
        // 30 is BMPString, two bytes a letter.
        return [oidOf(type), new TextDecoder(value.tag === 30 ? 'utf-16be' : 'utf-8').decode(value.content)] as const
      }),
    ),
  )
  return found.get(oids.commonName) ?? found.get(oids.organization) ?? ''
}

function usesOf(extensions: Node): string[] {
  const [list] = partsOf(extensions)
  for (const extension of list ? partsOf(list) : []) {
    const parts = partsOf(extension)
    const [id, value] = [parts[0], parts.at(-1)]
    if (id && value?.tag === tags.octets && oidOf(id) === oids.use) return partsOf(derOf(value.content)).map(oidOf)
  }
  return []
}
