import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { seeded } from '#/db/demo/random.ts'
import { drawFront, idSpecimen } from '#/db/demo/specimen.ts'
import { type Grade, photograph } from '#/db/demo/specimen-photo.ts'
import type { CardSide } from '#/domain/recognition.ts'
import { startTest, type TestServer } from '#/server/testing.ts'

const uploadOf = (bytes: Uint8Array, filename = 'card.jpg') => ({ filename, mediaType: 'image/jpeg', bytes })

async function frontOf(seed: number, grade: Grade, change: Partial<ReturnType<typeof idSpecimen>> = {}) {
  const random = seeded(seed)
  const card = { ...idSpecimen(random), ...change }
  return { card, file: uploadOf(await photograph(await drawFront(card), grade, random)) }
}

describe('cards are read', () => {
  let server: TestServer
  before(async () => {
    server = await startTest()
  })
  after(() => server.close())

  const read = (who: string, side: CardSide, file: ReturnType<typeof uploadOf>) => server.must(who, 'identity.recognise', { file, side })

  test('a front that is tilted: number, birth and sex bear each other out, the rest is for a person to compare', async () => {
    const { card, file } = await frontOf(11, 'tilted')
    const info = await read('maker', 'front', file)
    assert.equal(info.idnum, card.idNumber)
    assert.equal(info.birth, card.birth)
    assert.equal(info.sex, card.sex)
    const trusted = info.fields.filter((field) => field.isTrusted).map((field) => field.field)
    assert.deepEqual(trusted.sort(), ['birth', 'idNumber', 'sex'])
    assert.ok(info.warnings.some((warning) => warning.code === 'specimen' && warning.text.includes('样本')))
  })
})
