/** Checks a time stamp of an authority (RFC 3161, in CMS, RFC 5652). */
import { fromBase64, hex } from '../link.ts'
import { type Certificate, certificateOf } from './certificate.ts'
import { derOf, isSame, type Node, oidOf, partAt, partsOf, placed, tags, timeOf } from './der.ts'
import { hashOf, isSignedBy } from './signature.ts'

export type Stamp = {
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

  const certificate = await named(attributeOf(oids.certificateV2), attributeOf(oids.certificate), certificates)
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
async function named(v2: Node | undefined, v1: Node | undefined, certificates: Certificate[]): Promise<Certificate> {
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
  throw new Error('its certificate did not come with it')
}

function must(holds: unknown, otherwise: string): asserts holds {
  if (!holds) throw new Error(otherwise)
}
