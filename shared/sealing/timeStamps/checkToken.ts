/** Fields of an X.509 certificate that decide whether it may sign a time stamp. */

import { fromBase64, hex } from '../link.ts'
import { derOf, isSame, type Node, oidOf, partAt, partsOf, placed, tags, timeOf } from './der.ts'

type Certificate = {
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

const certificateOids = {
  commonName: '2.5.4.3',
  organization: '2.5.4.10',
  use: '2.5.29.37',
  stamping: '1.3.6.1.5.5.7.3.8',
}

function certificateOf(node: Node): Certificate {
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
    isForStamps: extensions !== undefined && usesOf(extensions).join() === certificateOids.stamping,
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
  return found.get(certificateOids.commonName) ?? found.get(certificateOids.organization) ?? ''
}

function usesOf(extensions: Node): string[] {
  const [list] = partsOf(extensions)
  for (const extension of list ? partsOf(list) : []) {
    const parts = partsOf(extension)
    const [id, value] = [parts[0], parts.at(-1)]
    if (id && value?.tag === tags.octets && oidOf(id) === certificateOids.use)
      return partsOf(derOf(value.content)).map(oidOf)
  }
  return []
}

// Signatures of time stamp authorities: RSA (PKCS #1) and ECDSA, by WebCrypto, which Node has too.

const hashes: Record<string, string> = {
  '1.3.14.3.2.26': 'SHA-1',
  '2.16.840.1.101.3.4.2.1': 'SHA-256',
  '2.16.840.1.101.3.4.2.2': 'SHA-384',
  '2.16.840.1.101.3.4.2.3': 'SHA-512',
}
const rsa = '1.2.840.113549.1.1.1'
/** Algorithms that name their hash. */
const signatureAlgorithms: Record<string, { name: 'RSASSA-PKCS1-v1_5' | 'ECDSA'; hash: string }> = {
  '1.2.840.113549.1.1.11': { name: 'RSASSA-PKCS1-v1_5', hash: 'SHA-256' },
  '1.2.840.113549.1.1.12': { name: 'RSASSA-PKCS1-v1_5', hash: 'SHA-384' },
  '1.2.840.113549.1.1.13': { name: 'RSASSA-PKCS1-v1_5', hash: 'SHA-512' },
  '1.2.840.10045.4.3.2': { name: 'ECDSA', hash: 'SHA-256' },
  '1.2.840.10045.4.3.3': { name: 'ECDSA', hash: 'SHA-384' },
  '1.2.840.10045.4.3.4': { name: 'ECDSA', hash: 'SHA-512' },
}
const curves: Record<string, { namedCurve: string; bytes: number }> = {
  '1.2.840.10045.3.1.7': { namedCurve: 'P-256', bytes: 32 },
  '1.3.132.0.34': { namedCurve: 'P-384', bytes: 48 },
  '1.3.132.0.35': { namedCurve: 'P-521', bytes: 66 },
}

/** Name of a hash for WebCrypto. Throws for an unknown one. */
function hashOf(algorithm: Node): string {
  const [id] = partsOf(algorithm)
  const hash = id && hashes[oidOf(id)]
  if (!hash) throw new Error('Unknown hash.')
  return hash
}

/** Tells whether the owner of this public key (SPKI) signed this. Throws for unknown algorithms and for SHA-1. */
async function isSignedBy(
  key: Node,
  {
    algorithm,
    hash,
    signed,
    signature,
  }: { algorithm: Node; hash: string; signed: Uint8Array<ArrayBuffer>; signature: Node },
): Promise<boolean> {
  const [id] = partsOf(algorithm)
  const oid = id ? oidOf(id) : ''
  const way =
    signatureAlgorithms[oid] ??
    (oid === rsa && hash !== 'SHA-1' ? { name: 'RSASSA-PKCS1-v1_5' as const, hash } : undefined)
  if (!way) throw new Error(`Unknown signature algorithm: ${oid}`)
  if (way.name === 'RSASSA-PKCS1-v1_5') {
    const known = await crypto.subtle.importKey('spki', key.whole, way, false, ['verify'])
    return crypto.subtle.verify(way, known, signature.content, signed)
  }
  const curve = curves[oidOf(partAt(partsOf(partAt(partsOf(key), 0, tags.sequence)), 1, tags.oid))]
  if (!curve) throw new Error('Unknown curve.')
  const ecdsa = { ...way, namedCurve: curve.namedCurve }
  const known = await crypto.subtle.importKey('spki', key.whole, ecdsa, false, ['verify'])
  return crypto.subtle.verify(ecdsa, known, rawOf(signature, curve.bytes), signed)
}

/** Joins two numbers as WebCrypto expects them. */
function rawOf(signature: Node, bytes: number): Uint8Array<ArrayBuffer> {
  const raw = new Uint8Array(2 * bytes)
  const numbers = partsOf(derOf(signature.content)).map(({ content }) => content.subarray(content[0] === 0 ? 1 : 0))
  for (const [index, number] of numbers.slice(0, 2).entries()) {
    if (number.length > bytes) throw new Error('The signature is too long.')
    raw.set(number, (index + 1) * bytes - number.length)
  }
  return raw
}

// Checks a time stamp of an authority (RFC 3161, in CMS, RFC 5652).

type Stamp = {
  stampedAt: string
  /** Name in its certificate. */
  authority: string
  /** SHA-256 of its certificate, hex; it is compared with no list. */
  fingerprint: string
  /** Nonce of the request, hex; null without one. */
  nonce: string | null
  certificates: Uint8Array<ArrayBuffer>[]
}

const oids = {
  signed: '1.2.840.113549.1.7.2',
  stamp: '1.2.840.113549.1.9.16.1.4',
  contentType: '1.2.840.113549.1.9.3',
  digest: '1.2.840.113549.1.9.4',
  certificate: '1.2.840.113549.1.9.16.2.12',
  certificateV2: '1.2.840.113549.1.9.16.2.47',
}

/** Null for a token about another hash (SHA-256, hex), or without a valid signature. */
export async function checkToken(token: string | Uint8Array<ArrayBuffer>, hash: string): Promise<Stamp | null> {
  try {
    return await stampOf(typeof token === 'string' ? fromBase64(token) : token, hash)
  } catch {
    return null
  }
}

/** The same, but throws with the reason. */
export async function stampOf(token: Uint8Array<ArrayBuffer>, hash: string): Promise<Stamp> {
  const [type, inner] = partsOf(derOf(token))
  must(type && oidOf(type) === oids.signed && inner, 'it is not signed')
  const parts = partsOf(partAt(partsOf(inner), 0, tags.sequence))
  const [contentType, wrapped] = partsOf(partAt(parts, 2, tags.sequence))
  must(contentType && oidOf(contentType) === oids.stamp && wrapped, 'it is no time stamp')
  const { content } = partAt(partsOf(wrapped), 0, tags.octets)
  const certificates = partsOf(parts.find(({ tag }) => tag === placed(0)) ?? { ...empty })
    .filter(({ tag }) => tag === tags.sequence)
    .map(certificateOf)
  const signers = partsOf(partAt(parts, parts.length - 1, tags.set))
  must(signers.length === 1 && signers[0], 'it has not one signer')

  const said = whatItSays(content)
  must(said.hash === hash, 'it is about something else')
  const signer = await signerOf(signers[0], content, certificates)
  must(signer.isForStamps, 'its certificate is for something else')
  must(signer.from <= said.at && said.at <= signer.to, 'its certificate was not valid then')
  return {
    ...{ stampedAt: said.at.toISOString(), authority: signer.name, nonce: said.nonce },
    fingerprint: hex(await crypto.subtle.digest('SHA-256', signer.whole)),
    certificates: certificates.map(({ whole }) => whole),
  }
}

const empty = { tag: tags.set, whole: new Uint8Array(), content: new Uint8Array() }

function whatItSays(content: Uint8Array<ArrayBuffer>) {
  const parts = partsOf(derOf(content))
  const imprint = partsOf(partAt(parts, 2, tags.sequence))
  must(hashOf(partAt(imprint, 0, tags.sequence)) === 'SHA-256', 'it is about another kind of hash')
  const nonce = parts.slice(5).find(({ tag }) => tag === tags.integer)
  return {
    hash: hex(partAt(imprint, 1, tags.octets).content),
    at: timeOf(partAt(parts, 4, tags.generalizedTime)),
    nonce: nonce ? hex(nonce.content).replace(/^(00)+(?=.)/, '') : null,
  }
}

/** Certificate whose owner signed the content. */
async function signerOf(
  signer: Node,
  content: Uint8Array<ArrayBuffer>,
  certificates: Certificate[],
): Promise<Certificate> {
  const [, id, digest, attributes, algorithm, signature] = partsOf(signer)
  must(
    id && digest && attributes?.tag === placed(0) && algorithm && signature?.tag === tags.octets,
    'it is not signed whole',
  )
  const attributeOf = (oid: string): Node | undefined => {
    const found = partsOf(attributes)
      .map(partsOf)
      .find(([type]) => type && oidOf(type) === oid)
    return found?.[1] && partsOf(found[1])[0]
  }
  const [type, hashed] = [attributeOf(oids.contentType), attributeOf(oids.digest)]
  must(type && oidOf(type) === oids.stamp, 'its signature is for something else')
  const hash = hashOf(digest)
  must(
    hashed && isSame(new Uint8Array(await crypto.subtle.digest(hash, content)), hashed.content),
    'its content was changed',
  )

  const certificate = await certificateNamed(
    attributeOf(oids.certificateV2),
    attributeOf(oids.certificate),
    certificates,
  )
  const [issuer, serial] = id.tag === tags.sequence ? partsOf(id) : []
  const isNamed =
    issuer && serial && isSame(issuer.whole, certificate.issuer) && isSame(serial.content, certificate.serial)
  must(id.tag !== tags.sequence || isNamed, 'its certificate is another')
  // Signed as a set, but stored with its position's tag.
  const signed = Uint8Array.from(attributes.whole)
  signed[0] = tags.set
  must(
    await isSignedBy(certificate.key, { algorithm, hash, signed, signature }),
    'its signature is not that of its certificate',
  )
  return certificate
}

/** Certificate that the signed attribute names by its hash (RFC 5816, or RFC 2634 with SHA-1). */
async function certificateNamed(
  v2: Node | undefined,
  v1: Node | undefined,
  certificates: Certificate[],
): Promise<Certificate> {
  const attribute = v2 ?? v1
  must(attribute, 'it does not name its certificate')
  const [id] = partsOf(partAt(partsOf(attribute), 0, tags.sequence))
  must(id, 'it does not name its certificate')
  const [first, second] = partsOf(id)
  const isOther = first?.tag === tags.sequence
  const hash = v2 ? (isOther ? hashOf(first) : 'SHA-256') : 'SHA-1'
  const wanted = (isOther ? second : first)?.content
  for (const certificate of certificates) {
    const found = new Uint8Array(await crypto.subtle.digest(hash, certificate.whole))
    if (wanted && isSame(found, wanted)) return certificate
  }
  throw new Error('the answer lacks its certificate')
}

function must(holds: unknown, otherwise: string): asserts holds {
  if (!holds) throw new Error(otherwise)
}
