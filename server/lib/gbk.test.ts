import assert from 'node:assert/strict'
import { test } from 'node:test'
import { encodeGbk } from '#/server/lib/gbk.ts'

test('text is encoded in GBK, and characters that GBK lacks become question marks', () => {
  const text = '填制凭证,V800\r\n2026-09-30,记,1,代付经营者款项（补充）'
  assert.equal(new TextDecoder('gbk').decode(encodeGbk(text)), text)
  assert.equal(Buffer.from(encodeGbk('填')).toString('hex'), 'ccee')
  assert.equal(Buffer.from(encodeGbk('😀')).toString(), '?')
})
