import { createHmac, createPrivateKey, createPublicKey, type KeyObject, sign, timingSafeEqual, verify, X509Certificate } from 'node:crypto'
import type { ChannelSettings } from '#/domain/base/connection-settings.ts'

/** The signed part: our request, its answer, or a notice of the channel. Each signature is valid for its kind only. */
export type SignedPart = readonly ['request' | 'answer' | 'notice', ...string[]]

export interface ChannelSignatures {
  sign(part: SignedPart, body: Uint8Array): string
  isSignedByChannel(part: SignedPart, body: Uint8Array, signature: string): boolean
}

const pemBlockPattern = /-----BEGIN ([A-Z ]{1,40})-----([^-]*)-----END \1-----/g

/** Returns the PEM blocks of a text, with any line breaks. */
function pemBlocksOf(text: string): { label: string; pem: string }[] {
  return [...text.matchAll(pemBlockPattern)].map(([, label = '', content = '']) => {
    const lines = content.replace(/\s/g, '').match(/.{1,64}/g) ?? []
    return { label, pem: `-----BEGIN ${label}-----\n${lines.join('\n')}\n-----END ${label}-----\n` }
  })
}

function readPublicKey({ label, pem }: { label: string; pem: string }): KeyObject {
  if (label.includes('PRIVATE')) throw new Error('a private key where the public key of the channel belongs')
  return label === 'CERTIFICATE' ? new X509Certificate(pem).publicKey : createPublicKey(pem)
}

const minRsaBits = 2048

function expectRsa(key: KeyObject): KeyObject {
  if (key.asymmetricKeyType !== 'rsa' || (key.asymmetricKeyDetails?.modulusLength ?? 0) < minRsaBits)
    throw new Error(`not an RSA key of at least ${minRsaBits} bits`)
  return key
}

function signedBytes([kind, ...rest]: SignedPart, body: Uint8Array): Buffer {
  return Buffer.concat([Buffer.from(`${[kind, ...rest].join('\n')}\n`), body])
}

/** Returns the signatures for a channel's settings. Throws when its keys are invalid. */
export function signaturesOf({ algorithm, ownKey = '', theirKey = '' }: ChannelSettings): ChannelSignatures {
  if (algorithm === 'HMAC-SHA256') {
    const digest = (secret: string, part: SignedPart, body: Uint8Array) => createHmac('sha256', secret).update(signedBytes(part, body)).digest()
    if (ownKey === '') throw new Error('no secret is set')
    return {
      sign: (part, body) => digest(ownKey, part, body).toString('base64'),
      isSignedByChannel: (part, body, signature) => {
        const signatureBytes = Buffer.from(signature, 'base64')
        const expected = digest(theirKey || ownKey, part, body)
        return signatureBytes.length === expected.length && timingSafeEqual(signatureBytes, expected)
      },
    }
  }
  const [ownBlock] = pemBlocksOf(ownKey)
  const bankKeys = pemBlocksOf(theirKey).map((each) => expectRsa(readPublicKey(each)))
  if (!ownBlock || bankKeys.length === 0) throw new Error('a key is missing')
  const platformKey = expectRsa(createPrivateKey(ownBlock.pem))
  return {
    sign: (part, body) => sign('RSA-SHA256', signedBytes(part, body), platformKey).toString('base64'),
    isSignedByChannel: (part, body, signature) => bankKeys.some((key) => verify('RSA-SHA256', signedBytes(part, body), key, Buffer.from(signature, 'base64'))),
  }
}
