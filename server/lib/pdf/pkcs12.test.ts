import assert from 'node:assert/strict'
import { X509Certificate } from 'node:crypto'
import { describe, test } from 'node:test'
import { openPkcs12, Pkcs12Fault } from '#/server/lib/pdf/pkcs12.ts'
import { pkcs12 } from '#/server/organisations/certificates/testing.ts'

const company = '杭州某某服务有限公司'
const password = '证书 Pass-9'
const faultOf = (work: () => unknown) => {
  try {
    work()
    return null
  } catch (error) {
    return error instanceof Pkcs12Fault ? error.fault : String(error)
  }
}

describe('PKCS #12 files created by openssl', () => {
  for (const form of ['modern', 'tripleDes', 'plainKey'] as const)
    test(`a PKCS #12 file of the form ${form} opens only with its password`, () => {
      const { bytes } = pkcs12({ company, password, form })
      const { certificates, key } = openPkcs12(bytes, password)
      assert.match(new X509Certificate(certificates[0] ?? '').subject, /O=/)
      assert.ok(key.byteLength > 1000)
      assert.equal(
        faultOf(() => openPkcs12(bytes, 'another')),
        'password',
      )
    })

  test('a refused PKCS #12 file is reported with its fault, such as a missing key or damage', () => {
    assert.equal(
      faultOf(() => openPkcs12(pkcs12({ company, password, form: 'noKey' }).bytes, password)),
      'noKey',
    )
    assert.equal(
      faultOf(() => openPkcs12(pkcs12({ company, password, form: 'rc2' }).bytes, password)),
      'cipher',
    )
    assert.equal(
      faultOf(() => openPkcs12(Buffer.from('no certificate'), '')),
      'damaged',
    )
    const { bytes } = pkcs12({ company, password })
    for (let at = 0; at < bytes.byteLength; at += 97) {
      const corruptedBytes = Buffer.from(bytes)
      corruptedBytes[at] = (corruptedBytes[at] ?? 0) ^ 0x5a
      const fault = faultOf(() => openPkcs12(corruptedBytes, password))
      assert.ok(fault === null || ['damaged', 'password', 'cipher', 'noKey', 'noCertificate', 'mismatch'].includes(fault), `byte ${at}: ${fault}`)
    }
  })
})
