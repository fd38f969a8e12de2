import { createHash, createPrivateKey, createPublicKey, hkdfSync, type KeyObject, sign, verify } from 'node:crypto'

/** A signed statement. Access to the database alone is not enough to alter or forge it. */
export interface SignedStatement {
  /** Id of the key that signed: the digest of its public half. */
  readonly signer: string
  readonly signature: string
}

/** Signs statements and verifies its own signatures. */
export interface StatementSigner {
  sign(statement: string): SignedStatement
  /** Returns null if the signing key is no longer known. */
  isOurs(statement: string, signed: SignedStatement): boolean | null
}

// The PKCS #8 prefix of a 32-byte Ed25519 key.
const pkcs8Prefix = Buffer.from('302e020100300506032b657004220420', 'hex')

function deriveKeyPair(secret: Buffer): { id: string; own: KeyObject; verifyKey: KeyObject } {
  const seed = Buffer.from(hkdfSync('sha256', secret, '', 'signed statements', 32))
  const key = createPrivateKey({ key: Buffer.concat([pkcs8Prefix, seed]), format: 'der', type: 'pkcs8' })
  const verifyKey = createPublicKey(key)
  const id = createHash('sha256')
    .update(verifyKey.export({ format: 'der', type: 'spki' }))
    .digest('hex')
    .slice(0, 16)
  return { id, own: key, verifyKey }
}

/**
 * Returns an Ed25519 signer with keys derived from the configured secrets. For rotation, the first key signs and all
 * keys verify.
 */
export function signerWith(secrets: readonly Buffer[]): StatementSigner {
  const keys = secrets.map(deriveKeyPair)
  const [first] = keys
  if (!first) throw new Error('SECRET_KEY is missing; statements are signed under it')
  return {
    sign: (statement) => ({ signer: first.id, signature: sign(null, Buffer.from(statement), first.own).toString('base64') }),
    isOurs: (statement, { signer, signature }) => {
      const key = keys.find((each) => each.id === signer)
      return key ? verify(null, Buffer.from(statement), key.verifyKey, Buffer.from(signature, 'base64')) : null
    },
  }
}
